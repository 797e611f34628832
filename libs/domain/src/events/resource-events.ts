import { ALLOCATION_KINDS } from '../portfolios/portfolio-run.entity';
import { type EventDeclaration, ONE_EACH } from './event-declaration';
import { day, integer, list, nullable, number, SERIES_FIELDS, text, time, words } from './event-fields';

/** What every finished job says of itself. */
const JOB_FIELDS = {
  id: integer('Identifier of the resource', 1),
  run: integer('Which queueing of the job it was', 1),
  status: words('Whether its results are stored, or it stopped with a reason', ['completed', 'failed']),
  error: nullable(text('Why it failed; null where it did not')),
  finished_at: time('When it finished'),
};

const COMPLETED = { run: 1, status: 'completed', error: null, finished_at: '2024-01-01T00:00:03Z' } as const;

const RUN_FIELDS = {
  ...JOB_FIELDS,
  strategy_name: text('Name of the strategy'),
  exchange: nullable(SERIES_FIELDS.exchange),
  symbol: SERIES_FIELDS.symbol,
  interval: text('Length of a bar'),
  start_date: day('First day, inclusive'),
  end_date: day('Last day, inclusive'),
};

const RUN_EXAMPLE = {
  ...COMPLETED,
  strategy_name: 'sma_cross',
  exchange: 'us',
  symbol: 'SPX',
  interval: '1d',
  start_date: '2018-01-01',
  end_date: '2020-04-17',
} as const;

const FINISHED = {
  version: 1,
  scope: 'resource',
  identity: ({ id, run }: { id: number; run: number }) => [id, run],
  unfold: ONE_EACH,
} as const;

const FIGURES = {
  sharpe_ratio: nullable(number('Annualised Sharpe ratio; null where it is not defined')),
  max_drawdown: nullable(number('Largest fall from a high, a fraction from 0 to 1')),
  total_return: nullable(number('Return over the whole run, a fraction')),
};

const BACKTEST_FIELDS = { ...RUN_FIELDS, ...FIGURES };

export const BACKTEST_FINISHED = {
  ...FINISHED,
  title: 'Backtest finished',
  summary: 'A backtest is completed or failed.',
  resource: 'backtests',
  fields: BACKTEST_FIELDS,
  example: { id: 42, ...RUN_EXAMPLE, sharpe_ratio: 0.84, max_drawdown: 0.11, total_return: 0.19 },
} as const satisfies EventDeclaration<typeof BACKTEST_FIELDS>;

export const WALK_FORWARD_FINISHED = {
  ...FINISHED,
  title: 'Walk-forward finished',
  summary: 'A walk-forward validation is completed or failed.',
  resource: 'walk-forwards',
  fields: RUN_FIELDS,
  example: { id: 7, ...RUN_EXAMPLE },
} as const satisfies EventDeclaration<typeof RUN_FIELDS>;

export const SWEEP_FINISHED = {
  ...FINISHED,
  title: 'Sweep finished',
  summary: 'A parameter sweep is completed or failed.',
  resource: 'sweeps',
  fields: RUN_FIELDS,
  example: {
    id: 8,
    ...RUN_EXAMPLE,
    status: 'failed',
    error: 'No candles of us SPX 1d are stored from 2018-01-01 to 2020-04-17',
  },
} as const satisfies EventDeclaration<typeof RUN_FIELDS>;

const PORTFOLIO_FIELDS = {
  ...JOB_FIELDS,
  allocation: words('What decides what is held', ALLOCATION_KINDS),
  strategy_name: text('What weighs or chooses the members'),
  universe: nullable(text('The stored universe whose members were copied; null: the request listed them')),
  member_count: integer('Members of the universe', 1),
  interval: text('Length of a bar'),
  start_date: day('First day, inclusive'),
  end_date: day('Last day, inclusive'),
  ...FIGURES,
};

export const PORTFOLIO_FINISHED = {
  ...FINISHED,
  title: 'Portfolio run finished',
  summary: 'A portfolio run is completed or failed.',
  resource: 'portfolios',
  fields: PORTFOLIO_FIELDS,
  example: {
    id: 9,
    ...COMPLETED,
    allocation: 'weights',
    strategy_name: 'inverse_volatility',
    universe: 'tech',
    member_count: 20,
    interval: '1d',
    start_date: '2010-01-04',
    end_date: '2019-12-31',
    sharpe_ratio: 0.84,
    max_drawdown: 0.31,
    total_return: 1.97,
  },
} as const satisfies EventDeclaration<typeof PORTFOLIO_FIELDS>;

const EQUITIES_FIELDS = {
  ...JOB_FIELDS,
  symbols: list('Shares and indices that were requested', SERIES_FIELDS.symbol),
  start_date: day('First day, inclusive'),
  end_date: day('Last day, inclusive'),
};

export const EQUITIES_INGESTED = {
  ...FINISHED,
  title: 'Equities ingested',
  summary: 'An equity ingest is completed or failed.',
  resource: 'equity-ingests',
  fields: EQUITIES_FIELDS,
  example: { id: 5, ...COMPLETED, symbols: ['SPX'], start_date: '2023-01-01', end_date: '2023-12-31' },
} as const satisfies EventDeclaration<typeof EQUITIES_FIELDS>;
