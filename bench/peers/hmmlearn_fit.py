"""Row 10 in Python: hmmlearn's expectation maximisation from a given start, so many iterations.

    hmmlearn_fit.py <file> <observations> <iterations> <scaling | log> <start as JSON>
"""

import json
import os
import sys

# Before numpy is loaded: one thread, as ours.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
from hmmlearn.hmm import GaussianHMM

from column_file import answer

path, observations, iterations, implementation = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
start = {name: np.array(values) for name, values in json.loads(sys.argv[5]).items()}
series = np.fromfile(path, dtype=np.float64).reshape(observations, -1)


def run():
    # No prior and no floor: plain maximum likelihood. A tolerance of minus infinity never ends it early.
    model = GaussianHMM(
        len(start["initial"]),
        "full",
        **{"covars_prior": 0, "covars_weight": 0, "min_covar": 0, "init_params": ""},
        **{"n_iter": iterations, "tol": -np.inf, "implementation": implementation},
    )
    model.startprob_ = start["initial"].copy()
    model.transmat_ = start["transition"].copy()
    model.means_ = start["means"].copy()
    model.covars_ = start["covariances"].copy()
    return model.fit(series)


def describe(model):
    return {"trace": list(model.monitor_.history), "logLikelihood": model.score(series)}


answer(run, describe)
