import { storePortfolioResult } from '#domain/portfolios/portfolio-results';
import { BACKTEST_RESULT } from './backtests';
import { claimJob, finishJob } from './job-steps';
import { PORTFOLIO_REQUEST, PORTFOLIOS } from './portfolio-requests';
import type { RunningApi } from './running-api';
import { storedPortfolioReport } from './stored-report';

async function submitPortfolio(api: RunningApi, fields: object = {}): Promise<number> {
  const answer = await api.post(PORTFOLIOS, { ...PORTFOLIO_REQUEST, ...fields });
  expect([answer.status, answer.body.detail]).toEqual([202, undefined]);
  return (answer.body as { id: number }).id;
}

/** A run that found what a backtest did, by two members. */
export async function completedPortfolio(api: RunningApi): Promise<number> {
  const id = await submitPortfolio(api);
  const { openTimes, equity, benchmark, trades, ...figures } = BACKTEST_RESULT;
  const none = new Uint8Array();
  const result = {
    ...{ ...figures, openTimes, equity, benchmark, cash: benchmark },
    report: storedPortfolioReport(),
    trades: { ...trades, member: [0, 1] },
    rebalancings: {
      ...{ decidedAt: [], filledAt: [], held: [], turnover: [], cost: [] },
      ...{ target: none, drifted: none, reached: none },
    },
  };
  const token = await claimJob(api, 'portfolio', String(id));
  await finishJob(api, 'portfolio', token!, {
    status: 'completed',
    write: (manager) => storePortfolioResult(manager, id, result),
  });
  return id;
}
