"""What skfolio and scikit-learn say about the weights of portfolios, as a fixture.

    python3 -m venv /tmp/venv-weights
    /tmp/venv-weights/bin/pip install skfolio==1.12.2
    /tmp/venv-weights/bin/python bench/peers/portfolio_weights_skfolio.py     (writes the committed fixture)

Two seeded sets of returns are committed as they are. Of skfolio's 20 stocks no price is: 21 rows of returns
with the same covariance (checked here) replace them, which is all that the three methods by risk read, and the weights are those
that skfolio makes of the real ones.
"""

import importlib.metadata
import json
import pathlib

import numpy as np
from skfolio import RiskMeasure
from skfolio.datasets import load_sp500_dataset
from skfolio.moments import LedoitWolf
from skfolio.optimization import HierarchicalRiskParity, InverseVolatility, MeanRisk, RiskBudgeting
from skfolio.preprocessing import prices_to_returns
from skfolio.prior import EmpiricalPrior
from sklearn.covariance import LedoitWolf as ScikitLedoitWolf

FIXTURE = pathlib.Path(__file__).resolve().parents[2] / (
    "libs/engine/src/portfolio/weights/fixtures/skfolio-weights.fixture.json"
)
# Returns are multiples of it: short in the file.
UNITS = 100_000
# With wider tolerances the weights are some 1e-6 off; with narrower ones the solver stops early on the stocks.
PARITY_SOLVER = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-9}
VARIANCE_SOLVER = {"tol_gap_abs": 1e-15, "tol_gap_rel": 1e-15, "tol_feas": 1e-15}
# The weights of least variance are the same; the solver's tolerances are for numbers near 1.
SCALE = 100
BOUNDS = [
    {"floor": 0, "cap": 1, "sum": 1},
    {"floor": 0, "cap": 0.1, "sum": 1},
    {"floor": 0.01, "cap": 1, "sum": 1},
    {"floor": 0.015, "cap": 0.08, "sum": 0.8},
]


def seeded(seed, rows, members):
    """One market, sectors of four, and deviations from 0.5 % to 4 %."""
    random = np.random.default_rng(seed)
    market = random.standard_t(5, (rows, 1))
    sectors = np.repeat(random.normal(0, 1, (rows, (members + 3) // 4)), 4, axis=1)[:, :members]
    own = random.normal(0, 1, (rows, members))
    deviation = random.uniform(0.005, 0.04, members)
    mixed = market * random.uniform(0.2, 0.9, members) + sectors * random.uniform(-0.3, 0.8, members) + own
    return np.round((mixed * deviation * 0.7 + 0.0004) * UNITS) / UNITS


def tolist(model, returns):
    return model.fit(returns).weights_.tolist()


def by_risk(returns):
    return {
        "inverse_volatility": tolist(InverseVolatility(), returns),
        "risk_parity": tolist(RiskBudgeting(risk_measure=RiskMeasure.VARIANCE, solver_params=PARITY_SOLVER), returns),
        "hierarchical_risk_parity": tolist(HierarchicalRiskParity(), returns),
    }


def minimum_variance(returns, bounds):
    model = MeanRisk(
        risk_measure=RiskMeasure.VARIANCE,
        prior_estimator=EmpiricalPrior(covariance_estimator=LedoitWolf()),
        min_weights=bounds["floor"],
        max_weights=bounds["cap"],
        budget=bounds["sum"],
        solver_params=VARIANCE_SOLVER,
    )
    return tolist(model, SCALE * returns)


def case(name, returns, bounds):
    shrunk = ScikitLedoitWolf().fit(returns)
    return {
        "name": name,
        "members": returns.shape[1],
        "returns": (returns * UNITS).round().astype(int).ravel().tolist(),
        "covariance": np.cov(returns.T)[:6].ravel().tolist(),
        "correlation": np.corrcoef(returns.T)[:6].ravel().tolist(),
        "ledoit_wolf": {"shrinkage": float(shrunk.shrinkage_), "matrix": shrunk.covariance_[:6].ravel().tolist()},
        **by_risk(returns),
        "minimum_variance": [{**one, "weights": minimum_variance(returns, one)} for one in bounds],
        "windows": [
            {"from": first, "to": first + rows, "weights": tolist(HierarchicalRiskParity(), returns[first : first + rows])}
            for rows in (20, 41)
            for first in range(0, len(returns) - rows, 37)
        ],
    }


def stocks():
    returns = prices_to_returns(load_sp500_dataset()).loc["2018":"2022"]
    covariance = np.cov(returns.to_numpy().T)
    members = len(covariance)
    # Orthonormal columns that are orthogonal to 1 as well, so that they have the mean 0.
    basis = np.linalg.qr(np.column_stack([np.ones(members + 1), np.eye(members + 1)[:, :members]]))[0][:, 1:]
    replacement = np.sqrt(members) * basis @ np.linalg.cholesky(covariance).T
    assert np.allclose(np.cov(replacement.T), covariance, rtol=1e-12, atol=1e-18)
    return {"names": returns.columns.tolist(), "returns": replacement.ravel().tolist(), **by_risk(returns)}


if __name__ == "__main__":
    FIXTURE.parent.mkdir(exist_ok=True)
    packages = ("numpy", "scikit-learn", "skfolio")
    content = {
        "command": "python bench/peers/portfolio_weights_skfolio.py",
        "versions": {package: importlib.metadata.version(package) for package in packages},
        "units": UNITS,
        "cases": [case("seeded", seeded(18, 150, 20), BOUNDS), case("wide", seeded(7, 30, 40), BOUNDS[:3])],
        "stocks": stocks(),
    }
    FIXTURE.write_text(json.dumps(content) + "\n")
