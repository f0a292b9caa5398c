import Foundation
import Statistics
import Testing

/// Figures of R's metafor 3.8, to 1e-8 relative:
///
///     re <- rma(y, v, method = "REML", control = list(threshold = 1e-11, maxiter = 10000))
///     confint(re, control = list(tol = 1e-14, maxiter = 10000, tau2.max = 1e5))
///     rma(y, v, method = "DL"); rma(y, v, method = "REML", test = "knha"); leave1out(re)
@Suite struct MetaAnalysisTests {
    struct Figures: Sendable {
        var name: String
        var values: [Double]
        var variances: [Double]
        var q: (value: Double, p: Double)
        var moments: Double
        var tau: Double
        var tauInterval: (low: Double, high: Double)
        var iSquared: Double
        var mean: Double
        var wald: Double
        /// Knapp and Hartung's, without the bound at Wald's.
        var knha: Double
    }

    static let sets = [
        Figures(
            // escalc(measure = "RR", …, data = dat.bcg)
            name: "bcg",
            values: [
                -0.889311333920205449, -1.585388657201430629, -1.348073148299693269,
                -1.441551190021305384, -0.217547322211295580, -0.786115585818863982,
                -1.620898223598391752, 0.011952333523840508, -0.469417648738149396,
                -1.371344803472784424, -0.339358828338390595, 0.445913400571378737,
                -0.017313948216879815,
            ],
            variances: [
                0.3255847650039613295, 0.1945811213981438470, 0.4153679653679653860,
                0.0200100319022475728, 0.0512101721696308632, 0.0069056184559087574,
                0.2230172475723151693, 0.0039615792978177295, 0.0564342104632489655,
                0.0730247936130289099, 0.0124122139715597199, 0.5325058452001527609,
                0.0714046596839862935,
            ],
            q: (152.233008082373, 1.99676459084597e-26),
            moments: 0.308760262862376,
            tau: 0.313243258136481,
            tauInterval: (0.119718361141261, 1.11147908406093),
            iSquared: 0.92221384521269,
            mean: -0.714532342158139,
            wald: 0.179781516105206,
            knha: 0.180791744092848
        ),
        Figures(
            // escalc(measure = "MD", …, data = dat.normand1999)
            name: "normand",
            values: [-20, -2, -55, -71, -4, 1, 11, -10, 7],
            variances: [
                40.5080231596360605, 2.0806451612903225, 15.6984037558685454, 150.2222222222222285,
                17.3076923076923066, 1.1673414304993253, 94.5891265597147992, 6.3108792846497765,
                19.8423076923076920,
            ],
            q: (238.91581086201, 3.84180928540033e-47),
            moments: 205.409375467911,
            tau: 684.646151929667,
            tauInterval: (292.9181216569121, 2889.4513491216194),
            iSquared: 0.989712743473906,
            mean: -15.1060274734783,
            wald: 8.94655283975496,
            knha: 9.19890874662518
        ),
        Figures(
            // dat.hackshaw1998[1:12, ]
            name: "hackshaw",
            values: [
                0.16551443847757333, 0.37156355643248301, 0.70309751141311339,
                0.18232155679395459, -0.28768207245178090, 0.72754860727727766,
                0.75612197972133366, -0.22314355131420971, -0.23572233352106983,
                0.69813472207098426, 0.20701416938432612, 0.18232155679395459,
            ],
            variances: [
                0.018776885485068111, 0.033044038905788040, 0.540195865342449344,
                0.031267614488666259, 0.079655654102011059, 0.227320591670481742,
                0.088921562706980317, 0.192679603117081349, 0.339016347538589169,
                0.098066202438763614, 0.045555548577534688, 0.231749969641463993,
            ],
            q: (12.8187143806852, 0.30533916160392),
            moments: 0.0113624234972446,
            tau: 0,
            tauInterval: (0, 0.26477966770433),
            iSquared: 0,
            mean: 0.241280215595038,
            wald: 0.0725180842852869,
            knha: 0.0782838571322152
        ),
        Figures(
            name: "homogeneous",
            values: [-0.31, -0.28, -0.35, -0.30, -0.33],
            variances: [0.02, 0.03, 0.015, 0.04, 0.025],
            q: (0.132312661498708, 0.997905831813205),
            moments: 0,
            tau: 0,
            tauInterval: (.nan, .nan),
            iSquared: 0,
            mean: -0.32031007751938,
            wald: 0.0681994339470473,
            knha: 0.0124037063805639
        ),
        Figures(
            name: "two",
            values: [0.1, -0.6],
            variances: [0.01, 0.02],
            q: (16.3333333333333, 5.31212815941173e-05),
            moments: 0.23,
            tau: 0.23,
            tauInterval: (0.0337670283253262, 249.4582760813191),
            iSquared: 0.938775510204082,
            mean: -0.242857142857143,
            wald: 0.349927106111883,
            knha: 0.349927106111883
        ),
    ]

    private func analysis(_ set: Figures) throws -> MetaAnalysis {
        try #require(metaAnalysis(estimates(set)).value)
    }

    private func estimates(_ set: Figures) -> [SingleEstimate] {
        zip(set.values, set.variances).map { SingleEstimate(value: $0, variance: $1) }
    }

    @Test(arguments: MetaAnalysisTests.sets) func agreesWithMetafor(set: Figures) throws {
        let found = try analysis(set)
        func agrees(_ own: Double, _ other: Double, _ name: Comment) {
            #expect(abs(own - other) <= 1e-8 * max(abs(other), 1e-6), name)
        }
        agrees(found.q.chiSquared, set.q.value, "Q")
        agrees(found.q.p, set.q.p, "p of Q")
        agrees(found.tauSquaredByMoments, set.moments, "τ² by moments")
        agrees(found.tauSquared, set.tau, "τ²")
        agrees(found.iSquared, set.iSquared, "I²")
        agrees(found.pooled.value, set.mean, "mean")
        agrees(found.pooled.waldError, set.wald, "Wald's error")
        agrees(found.pooled.error, max(set.wald, set.knha), "Knapp and Hartung's error")
        guard set.tauInterval.low.isFinite else {
            // metafor prints 0 to 0, and that the interval is empty.
            #expect(
                found.tauSquaredInterval.reason
                    == "the estimates differ less than expected by chance"
            )
            return
        }
        let interval = try #require(found.tauSquaredInterval.value)
        agrees(interval.low, set.tauInterval.low, "lower end of τ²")
        agrees(interval.high, set.tauInterval.high, "upper end of τ²")
    }

    /// `rma(…, test = "knha")` on the trials of BCG: p and interval of the mean.
    @Test func theMeanHasATIntervalOfTheNumberOfEstimates() throws {
        let pooled = try analysis(Self.sets[0]).pooled
        #expect(abs(pooled.interval.low + 1.10844371368555) < 1e-8)
        #expect(abs(pooled.interval.high + 0.320620970630728) < 1e-8)
        #expect(abs(pooled.p - 0.00192001509605729) < 1e-10)
    }

    @Test func eachEstimateIsLeftOutInTurn() throws {
        let found = leavingOneOut(estimates(Self.sets[0])).map { $0.value?.pooled }
        let means = [
            -0.707083784699259, -0.654031200293526, -0.685554410836617, -0.628409369807674,
            -0.764170095140256, -0.710876555564008, -0.655247599784662, -0.794767604515521,
            -0.741197299304493, -0.653032915305876, -0.757858626723502, -0.759812099334467,
            -0.777536184894367,
        ]
        for (one, mean) in zip(found, means) {
            #expect(abs(try #require(one).value - mean) < 1e-8)
        }
        #expect(found.count == means.count)
    }

    /// Four labs agree, a fifth one with a larger variance does not: the restricted likelihood falls
    /// at τ² = 0, and its maximum is at 0.25. The Fisher scoring of `rma`, in NumPy, finds it.
    @Test func theGreatestOfTwoMaximaIsTheEstimate() throws {
        let estimates = zip(
            [-0.3, -0.31, -0.28, -0.35, 1.1],
            [0.012, 0.018, 0.0082, 0.015, 0.1]
        ).map { SingleEstimate(value: $0, variance: $1) }
        let found = try #require(metaAnalysis(estimates).value)
        #expect(abs(found.q.chiSquared - 19.35432792677052) < 1e-9)
        #expect(abs(found.tauSquared - 0.24998462111735742) < 1e-8)
        #expect(abs(found.pooled.value + 0.08664670689638242) < 1e-8)
        #expect(abs(found.pooled.waldError - 0.2353570286708758) < 1e-8)
    }

    @Test func withoutASecondEstimateOrAVarianceThereIsNone() {
        let one = SingleEstimate(value: 1, variance: 1)
        let exact = SingleEstimate(value: 1, variance: 0)
        #expect(metaAnalysis([one]).reason == "there are fewer than two estimates")
        #expect(
            metaAnalysis([one, exact]).reason
                == "the variance of an estimate is missing or not above zero"
        )
        #expect(leavingOneOut([one, one]).allSatisfy { $0.value == nil })
    }
}
