#!/usr/bin/env python3
"""The tables of a report with pandas and SciPy, from a results file: a yardstick for `make bench`.

report-yardstick RESULTS OUT: task times (geometric mean, log-t interval, median with its interval,
mean, SD), completion with intervals, Kaplan–Meier medians, counts of every answer, as Markdown and
HTML, and the raw tables as CSV.
"""
import json
import pathlib
import sqlite3
import sys

import numpy as np
import pandas as pd
from scipy import stats


def log_t(x):
    x = np.log(x)
    half = stats.t.ppf(0.975, len(x) - 1) * x.std(ddof=1) / np.sqrt(len(x))
    return np.exp([x.mean(), x.mean() - half, x.mean() + half])


def median_interval(x):
    k = int(stats.binom.ppf(0.025, len(x), 0.5))
    x = np.sort(x)
    return x[max(0, k - 1)], x[min(len(x) - 1, len(x) - k)]


def kaplan_meier(times, events):
    order = np.argsort(times)
    times, events = times[order], events[order]
    at_risk = np.arange(len(times), 0, -1)
    survival = np.cumprod(1 - events / at_risk)
    below = np.flatnonzero(survival <= 0.5)
    return times[below[0]] if len(below) else np.nan


def main(results, out):
    db = sqlite3.connect(results)
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    runs = pd.read_sql("SELECT session, task, condition, outcome, time_on_task_ns / 1e9 AS seconds FROM task_runs", db)
    answers = pd.read_sql("SELECT session, condition, questionnaire, item, raw, meaning FROM answers", db)
    sessions = pd.read_sql("SELECT id, participant, source FROM sessions", db)
    rows = []
    for (condition, task), group in runs.groupby(["condition", "task"], sort=False):
        success = group.outcome.isin(["success", "assisted-success"]).to_numpy()
        seconds = group.seconds.to_numpy()
        good = seconds[success & (seconds > 0)]
        mean, low, high = log_t(good)
        wilson = stats.binomtest(int(success.sum()), len(group)).proportion_ci(method="wilson")
        rows.append([condition, task, len(good), mean, low, high, np.median(good), *median_interval(good),
                     good.mean(), good.std(ddof=1), success.sum(), len(group), wilson.low, wilson.high,
                     kaplan_meier(seconds, success)])
    times = pd.DataFrame(rows, columns=["condition", "task", "n", "geomean", "low", "high", "median", "mlow", "mhigh",
                                        "mean", "sd", "completed", "attempts", "wlow", "whigh", "km"])
    answers["meaning"] = [" ".join(json.loads(m).get("options", {}).get("_0", [])) for m in answers.meaning]
    counts = answers.groupby(["questionnaire", "condition", "item", "raw"]).size().rename("count").reset_index()
    counts = counts[counts["count"] > 0].head(2000)
    (out / "report.md").write_text("\n".join("| " + " | ".join(map(str, row)) + " |"
                                             for table in (times, counts) for row in table.itertuples(index=False)))
    (out / "report.html").write_text(times.to_html() + counts.to_html())
    runs.merge(sessions, left_on="session", right_on="id").to_csv(out / "times.csv", index=False)
    wide = answers.pivot_table(index=["session", "condition"], columns=["questionnaire", "item"], values="raw", aggfunc="first")
    wide.to_csv(out / "answers.csv")


if __name__ == "__main__":
    main(*sys.argv[1:])
