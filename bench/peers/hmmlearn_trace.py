"""What hmmlearn makes of a seeded series: the start, the log-likelihood of each EM iteration, the end.

python bench/peers/hmmlearn_trace.py > libs/engine/src/regime/fixtures/hmmlearn-trace.fixture.json
"""
import json
import sys

import hmmlearn
import numpy as np
from hmmlearn.hmm import GaussianHMM

ITERATIONS = 30
rng = np.random.default_rng(2026)
true_means = np.array([[-1.0, 0.8], [0.1, -0.9], [0.9, 0.3]])
states = [0]
for _ in range(599):
    states.append(states[-1] if rng.random() < 0.96 else int(rng.integers(3)))
series = np.round(true_means[states] + rng.normal(size=(600, 2)) * [0.6, 0.5], 6)

start = {
    "initial": [0.5, 0.3, 0.2],
    "transition": [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]],
    "means": [[-0.5, 0.5], [0.0, -0.5], [0.5, 0.5]],
    "covariances": [[[1.0, 0.2], [0.2, 1.0]], [[0.8, 0.0], [0.0, 0.9]], [[1.0, -0.1], [-0.1, 1.1]]],
}


def fit(kind, dimensions=2):
    observed = series[:, :dimensions]
    model = GaussianHMM(
        3, kind, covars_prior=0, covars_weight=0, min_covar=0, n_iter=ITERATIONS, tol=0, init_params="",
        implementation="scaling",
    )
    model.startprob_ = np.array(start["initial"])
    model.transmat_ = np.array(start["transition"])
    model.means_ = np.array(start["means"])[:, :dimensions]
    covariances = np.array(start["covariances"])[:, :dimensions, :dimensions]
    model.covars_ = covariances if kind == "full" else np.array([np.diag(c) for c in covariances])
    model.fit(observed)
    log_likelihood, path = model.decode(observed, algorithm="viterbi")
    return {
        "trace": list(model.monitor_.history),
        "score": model.score(observed),
        "initial": model.startprob_.tolist(),
        "transition": model.transmat_.tolist(),
        "means": model.means_.tolist(),
        "covariances": model.covars_.tolist(),
        "smoothed": model.predict_proba(observed)[::50].tolist(),
        "viterbi_log_probability": log_likelihood,
        "viterbi": path.tolist(),
    }


json.dump(
    {
        "command": "python bench/peers/hmmlearn_trace.py",
        "versions": {"hmmlearn": hmmlearn.__version__, "numpy": np.__version__},
        "iterations": ITERATIONS,
        "series": series.tolist(),
        "start": start,
        "full": fit("full"),
        "diagonal": fit("diag"),
        "single": fit("full", dimensions=1),
    },
    sys.stdout,
)
