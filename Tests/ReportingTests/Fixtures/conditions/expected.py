"""The numbers of expected.json, with SciPy; not run by the tests.

python3 expected.py > expected.json
"""
import csv
import json

import numpy as np
from scipy import stats


def rows(name, **how):
    return list(csv.DictReader(open(name), **how))


def log_t(values):
    x = np.log(values)
    half = stats.t.ppf(0.975, len(x) - 1) * x.std(ddof=1) / np.sqrt(len(x))
    return [float(np.exp(x.mean())), float(np.exp(x.mean() - half)), float(np.exp(x.mean() + half))]


def seconds(text):
    if not text:
        return None
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


def between():
    data = rows("between.csv", delimiter=";")
    new, old = ([float(r["Seconds"].replace(",", ".")) for r in data if r["Tool"] == tool] for tool in ("new", "old"))
    test = stats.ttest_ind(np.log(new), np.log(old), equal_var=False)
    low, high = test.confidence_interval()
    # All assignments of the midranks: ties are kept.
    exact = stats.permutation_test((new, old), lambda a, b, axis: np.abs(
        stats.rankdata(np.concatenate([a, b], axis), axis=axis)[..., :8].sum(axis=axis) - 8 * 16 / 2),
        n_resamples=np.inf, alternative="greater", vectorized=True)
    u = stats.mannwhitneyu(new, old).statistic
    return {"new": log_t(new), "old": log_t(old), "mean_new": float(np.mean(new)), "sd_new": float(np.std(new, ddof=1)),
            "t": test.statistic, "df": test.df, "p": test.pvalue, "ratio": float(np.exp(np.mean(np.log(new)) - np.mean(np.log(old)))),
            "low": float(np.exp(low)), "high": float(np.exp(high)), "exact": exact.pvalue,
            "asymptotic": stats.mannwhitneyu(new, old, method="asymptotic", use_continuity=False).pvalue,
            "delta": 2 * u / (len(new) * len(old)) - 1}


def within():
    data = rows("within.csv")
    result = {}
    for task in ("one", "two"):
        pairs = [(seconds(r[f"new {task}"]), seconds(r[f"old {task}"])) for r in data]
        pairs = np.array([p for p in pairs if None not in p], float)
        differences = np.log(pairs[:, 0]) - np.log(pairs[:, 1])
        test = stats.ttest_1samp(differences, 0)
        low, high = test.confidence_interval()
        result[task] = {"n": len(pairs), "t": test.statistic, "p": test.pvalue, "ratio": float(np.exp(differences.mean())),
                        "low": float(np.exp(low)), "high": float(np.exp(high)),
                        "exact": stats.wilcoxon(differences, method="exact").pvalue,
                        "dz": float(differences.mean() / differences.std(ddof=1))}
    ease = np.array([(float(r["new ease"]), float(r["old ease"])) for r in data])
    test = stats.ttest_rel(ease[:, 0], ease[:, 1])
    low, high = test.confidence_interval()
    result["ease"] = {"difference": float((ease[:, 0] - ease[:, 1]).mean()), "low": low, "high": high, "t": test.statistic}
    ps = sorted(result[t]["exact"] for t in ("one", "two"))
    result["holm"] = [2 * ps[0], max(2 * ps[0], ps[1])]
    return result


def three():
    data = rows("three.csv")
    groups = [[float(r["Seconds"]) for r in data if r["Tool"] == tool] for tool in ("new", "old", "other")]
    test = stats.kruskal(*groups)
    return {"h": test.statistic, "p": test.pvalue, "epsilon": test.statistic / (len(data) - 1)}


print(json.dumps({"between": between(), "within": within(), "three": three()}, indent=1, default=float))
