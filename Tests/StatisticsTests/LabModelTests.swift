import Foundation
import Statistics
import Testing

/// Models with a random intercept of each participant and each lab against R's lme4 1.1-31, to 1e-5
/// relative in the variances and standard errors, 1e-7 in the estimates:
///
///     lmer(y ~ x + (1 | participant) + (1 | lab), REML = TRUE,
///          control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-12)))
@Suite struct LabModelTests {
    struct Fit: Sendable {
        var name: String
        var y: [Double]
        /// Nil for the intercept alone.
        var x: [Double]?
        var participants: [Int]
        /// Nil where each observation is of another participant and `participants` are labs.
        var labs: [Int]?
        var estimates: [Double]
        var errors: [Double]
        var participantVariance: Double
        var labVariance: Double?
        var residualVariance: Double
        /// `REMLcrit(m) / -2`.
        var logLikelihood: Double
    }

    static let fits = [
        // strength ~ 1 + (1 | sample) + (1 | batch), data = Pastes
        Fit(
            name: "Pastes",
            y: [
                62.8, 62.6, 60.1, 62.3, 62.7, 63.1, 60, 61.4, 57.5, 56.9, 61.1, 58.9, 58.7, 57.5,
                63.9,
                63.1, 65.4, 63.7, 57.1, 56.4, 56.9, 58.6, 64.7, 64.5, 55.1, 55.1, 54.7, 54.2, 58.8,
                57.5, 63.4, 64.9, 59.3, 58.1, 60.5, 60, 62.5, 62.6, 61, 58.7, 56.9, 57.7, 59.2,
                59.4,
                65.2, 66, 64.8, 64.1, 54.8, 54.8, 64, 64, 57.7, 56.8, 58.3, 59.3, 59.2, 59.2, 58.9,
                56.6,
            ],
            participants: (0..<60).map { $0 / 2 },
            labs: (0..<60).map { $0 / 6 },
            estimates: [60.0533333333345],
            errors: [0.676870099848185],
            participantVariance: 8.433666581253881,
            labVariance: 1.657309129511318,
            residualVariance: 0.677999984533191,
            logLikelihood: -123.495372926743
        ),
        // Yield ~ 1 + (1 | Batch), data = Dyestuff
        Fit(
            name: "Dyestuff",
            y: [
                1545, 1440, 1440, 1520, 1580, 1540, 1555, 1490, 1560, 1495, 1595, 1550, 1605, 1510,
                1560, 1445, 1440, 1595, 1465, 1545, 1595, 1630, 1515, 1635, 1625, 1520, 1455, 1450,
                1480, 1445,
            ],
            participants: (0..<30).map { $0 / 5 },
            estimates: [1527.5],
            errors: [19.3834119436727],
            participantVariance: 1764.04994926988,
            residualVariance: 2451.25001099403,
            logLikelihood: -159.827138421129
        ),
        // log(score) ~ (Machine == "A") + (1 | Worker) + (1 | lab), data = nlme::Machines, workers 1
        // and 2 in the first lab, 3 and 4 in the second, 5 and 6 in the third
        Fit(
            name: "Machines",
            y: [
                52, 52.8, 53.1, 51.8, 52.8, 53.1, 60, 60.2, 58.4, 51.1, 52.3, 50.3, 50.9, 51.8,
                51.4,
                46.4, 44.8, 49.2, 62.1, 62.6, 64, 59.7, 60, 59, 68.6, 65.8, 69.7, 63.2, 62.8, 62.2,
                64.8, 65, 65.4, 43.7, 44.2, 43, 67.5, 67.2, 66.9, 61.5, 61.7, 62.3, 70.8, 70.6, 71,
                64.1, 66.2, 64, 72.1, 72, 71.1, 62, 61.4, 60.5,
            ].map { log($0) },
            x: (0..<54).map { $0 < 18 ? 1 : 0 },
            participants: (0..<54).map { $0 % 18 / 3 },
            labs: (0..<54).map { $0 % 18 / 6 },
            estimates: [4.140796609516903, -0.185439869352526],
            errors: [0.0387080526947757, 0.0212378341238500],
            participantVariance: 0.00808778886398484,
            labVariance: 0,
            residualVariance: 0.00541254717926602,
            logLikelihood: 51.9967139046106
        ),
        // effort ~ (Type == "T1") + (1 | Subject) + (1 | lab), data = nlme::ergoStool, three subjects
        // a lab
        Fit(
            name: "ergoStool",
            y: [
                12, 15, 12, 10, 10, 14, 13, 12, 7, 14, 13, 9, 7, 11, 10, 9, 8, 11, 8, 7, 9, 11, 11,
                10, 8,
                12, 12, 11, 7, 11, 8, 7, 9, 13, 10, 8,
            ],
            x: (0..<36).map { $0 % 4 == 0 ? 1 : 0 },
            participants: (0..<36).map { $0 / 4 },
            labs: (0..<36).map { $0 / 12 },
            estimates: [10.81481481481484, -2.25925925925926],
            errors: [0.773790819328167, 0.657181652435528],
            participantVariance: 0.326745068084368,
            labVariance: 1.363425880311450,
            residualVariance: 2.915242139010760,
            logLikelihood: -72.245394879426
        ),
        // log(Reaction) ~ (Days >= 5) + (1 | s) + (1 | lab), data = sleepstudy on days 0, 3, 6 and 9,
        // s = 0 … 17 the subject, lab = s %% 4
        Fit(
            name: "sleepstudy",
            y: [
                249.56, 321.4398, 382.2038, 466.3535, 222.7339, 204.707, 213.6303, 237.3142,
                199.0539,
                232.8416, 235.4208, 247.5153, 321.5426, 285.133, 280.2396, 354.0487, 287.6079,
                320.1153,
                290.075, 371.5811, 234.8606, 309.7688, 454.1619, 253.8644, 283.8424, 299.8097,
                332.0265,
                362.0428, 265.4731, 254.6723, 305.5248, 377.299, 241.6083, 270.8021, 245.4523,
                237.2466,
                312.3666, 346.1222, 404.2601, 458.9167, 236.1032, 254.922, 281.5648, 351.6451,
                256.2968,
                255.5271, 379.4445, 389.0527, 250.5265, 280.5891, 287.7466, 347.5655, 221.6771,
                346.8555,
                354.4266, 388.5417, 271.9235, 277.6566, 298.1353, 366.5131, 225.264, 240.473,
                281.1481,
                372.2288, 269.8804, 281.7895, 259.2658, 369.4692, 269.4117, 310.6316, 334.4818,
                364.1236,
            ].map { log($0) },
            x: (0..<72).map { $0 % 4 >= 2 ? 1 : 0 },
            participants: (0..<72).map { $0 / 4 },
            labs: (0..<72).map { $0 / 4 % 4 },
            estimates: [5.588310278435053, 0.194803757590003],
            errors: [0.0354575258824764, 0.0317741268717732],
            participantVariance: 1.35438943045449e-02,
            labVariance: 0,
            residualVariance: 1.81727124923437e-02,
            logLikelihood: 25.6216274676603
        ),
    ]

    @Test(arguments: LabModelTests.fits) func agreesWithLme4(fit: Fit) throws {
        let fixed =
            [.intercept(fit.y.count)] + (fit.x.map { [FixedEffect("condition", $0)] } ?? [])
        let model = try #require(
            mixedModel(fit.y, fixed: fixed, groups: fit.participants, crossed: fit.labs).value
        )
        func agrees(_ own: Double, _ other: Double, _ tolerance: Double, _ what: Comment) {
            #expect(abs(own - other) <= tolerance * max(abs(other), 1e-3), what)
        }
        #expect(model.coefficients.count == fit.estimates.count)
        for (place, coefficient) in model.coefficients.enumerated() {
            agrees(coefficient.estimate, fit.estimates[place], 1e-7, "estimate")
            agrees(coefficient.error, fit.errors[place], 1e-5, "error")
        }
        agrees(model.groupVariance, fit.participantVariance, 1e-5, "participants")
        agrees(model.residualVariance, fit.residualVariance, 1e-5, "residual")
        agrees(model.restrictedLogLikelihood, fit.logLikelihood, 1e-7, "likelihood")
        #expect((model.crossedVariance == nil) == (fit.labVariance == nil))
        if let lab = fit.labVariance { agrees(model.crossedVariance ?? -1, lab, 1e-5, "labs") }
    }
}
