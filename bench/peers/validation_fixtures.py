"""Prints what scipy, numpy and skfolio say about the arithmetic of walk-forward validation, as fixtures.

The figures are what libs/engine/src/validation is compared with. Nothing here shares code with the engine: the
probability of overfitting is computed from the whole return matrix, split by split, with numpy and scipy.stats.rankdata.

    python3 -m venv /tmp/venv-validation
    /tmp/venv-validation/bin/pip install numpy==2.4.6 scipy==1.17.1 skfolio==1.12.2
    /tmp/venv-validation/bin/python bench/peers/validation_fixtures.py     (writes every committed fixture)
"""

import importlib.metadata
import itertools
import json
import pathlib

import numpy as np
from scipy import stats
from skfolio.model_selection import WalkForward

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "libs/engine/src/validation/fixtures"
UNITS = 65_536
COMMAND = "python bench/peers/validation_fixtures.py"


def write(name, command=COMMAND, **content):
    versions = {package: importlib.metadata.version(package) for package in ("numpy", "scipy", "skfolio")}
    text = json.dumps({"command": command, "versions": versions, **content})
    (FIXTURES / f"{name}.fixture.json").write_text(text + "\n")


def normal_distribution():
    points = [-37, -30, -20, -12, -8, -6, -5, -4, -3.5, -3.0000001, -3, -2.9999999, -2.5, -2, -1.96, -1, -0.5, -0.1, -1e-9]
    points = points + [0] + [-point for point in points[::-1]]
    shares = [1e-300, 1e-100, 1e-30, 1e-16, 1e-10, 1e-6, 1e-3, 0.01, 0.025, 0.05, 0.0749, 0.075, 0.0751, 0.2, 0.4, 0.5]
    shares = shares + [0.6, 0.9249, 0.925, 0.9251, 0.95, 0.975, 0.99, 0.999, 1 - 1e-6, 1 - 1e-10]
    return {
        "cumulative": [[point, float(stats.norm.cdf(point))] for point in points],
        "quantile": [[share, float(stats.norm.ppf(share))] for share in shares],
    }


def moments():
    random = np.random.default_rng(20)
    samples = {
        "normal": random.normal(0.0005, 0.01, 400),
        "skewed": random.gumbel(0, 0.02, 250) - 0.01,
        "heavy_tailed": random.standard_t(3, 300) * 0.01,
        "two": np.array([0.01, -0.02]),
    }
    return [
        {
            "name": name,
            "returns": values.tolist(),
            "sharpe_ratio": float(values.mean() / values.std(ddof=1)),
            "skewness": float(stats.skew(values)),
            "kurtosis": float(stats.kurtosis(values, fisher=False)),
        }
        for name, values in samples.items()
    ]


def ranks():
    lists = [[3, 1, 2], [1, 1, 1], [0.5, 2, 0.5, -1, 2, 2], [-0.0, 0.0, 5], [7]]
    return [{"values": values, "ranks": stats.rankdata(values).tolist()} for values in lists]


def overfitting(matrix, blocks):
    matrix = matrix[len(matrix) % blocks :]
    parts = np.split(matrix, blocks)

    def sharpe(chosen):
        rows = np.concatenate([parts[block] for block in chosen])
        deviation = rows.std(axis=0, ddof=1)
        return np.where(deviation < 1e-12, 0, rows.mean(axis=0) / np.where(deviation < 1e-12, 1, deviation))

    inside, outside, logits = [], [], []
    for chosen in itertools.combinations(range(blocks), blocks // 2):
        in_sample = sharpe(chosen)
        out_of_sample = sharpe([block for block in range(blocks) if block not in chosen])
        best = int(np.argmax(in_sample))
        share = stats.rankdata(out_of_sample)[best] / (matrix.shape[1] + 1)
        logits.append(np.log(share / (1 - share)))
        inside.append(in_sample[best])
        outside.append(out_of_sample[best])
    return {
        "blocks": blocks,
        "splits": len(logits),
        "probability": float(np.mean(np.array(logits) <= 0)),
        "probability_of_loss": float(np.mean(np.array(outside) < 0)),
        "slope": float(stats.linregress(inside, outside).slope),
    }


def overfitting_cases():
    random = np.random.default_rng(5)
    # Multiples of 1/65,536: short in the file, and exact in every sum.
    noise = np.round(random.normal(0, 0.01, (170, 20)) * UNITS) / UNITS
    edge = noise.copy()
    edge[:, 7] += 256 / UNITS
    tied = noise[:, :9].copy()
    tied[:, 4] = tied[:, 2]
    tied[:, 6] = 0
    return [
        {"name": name, "columns": (matrix.T * UNITS).astype(int).tolist(), "results": [overfitting(matrix, blocks) for blocks in (8, 10, 16)]}
        for name, matrix in (("noise", noise), ("edge", edge), ("ties", tied[:85]))
    ]


def windows():
    """A gap of g bars is skfolio's purged_size g: it knows no embargo for a walk-forward."""
    cases = []
    for bars, train, test, gap, expand, reduce in itertools.product(
        (12, 29, 100), (1, 5, 20), (2, 7), (0, 1, 3), (False, True), (False, True)
    ):
        if train + gap >= bars:
            continue
        splitter = WalkForward(
            test_size=test, train_size=train, purged_size=gap, expand_train=expand, reduce_test=reduce
        )
        cases.append(
            {
                "bars": bars, "train": train, "test": test, "gap": gap, "anchored": expand, "reduce_last": reduce,
                "windows": [
                    [int(one[0]), int(one[-1]) + 1, int(two[0]), int(two[-1]) + 1]
                    for one, two in splitter.split(np.zeros((bars, 1)))
                ],
            }
        )
    return cases


if __name__ == "__main__":
    FIXTURES.mkdir(exist_ok=True)
    write("normal-distribution", **normal_distribution())
    write("moments", samples=moments(), ranks=ranks())
    write("overfitting", units=UNITS, cases=overfitting_cases())
    write("skfolio-windows", cases=windows())
