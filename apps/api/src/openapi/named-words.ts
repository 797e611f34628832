import type { OpenAPIObject } from '@nestjs/swagger';
import { JOB_STATUSES } from '#domain/job-runs/job-status';
import { SORT_ORDERS } from '#domain/runs/run-measures';
import { VERIFICATION_CHANGES } from '#domain/backtesting/verification';
import { CANDLE_SOURCES } from '#domain/market-data/series/candle-writes';
import { FEED_STATES } from '#domain/market-data/series/feed-state.entity';
import { STREAM_TYPES } from '#domain/streams/open-stream-list.entity';
import { TRADE_STATES } from '#domain/trade-journal/journal-filter';
import { ENTRY_SOURCES, TRADE_SIDES } from '#domain/trade-journal/trade-journal-entry.entity';
import { LEG_ROLES } from '#domain/trade-journal/trade-legs';
import { TRADE_GROUPINGS } from '#domain/trade-journal/trade-statistics-reader';
import { POSITION_SIDES } from '#domain/trading/position.entity';
import { FILLS, SIZING_MODES } from '#engine/backtest/execution';
import { EXIT_REASONS } from '#engine/performance/trade';
import { type Calendar, CALENDARS } from '#engine/calendar/calendar';
import { MARKETS } from '#engine/market/fee-presets';
import { INTERVALS } from '#engine/market/interval';
import { REGIMES } from '#engine/regime/label-states';
import { SIGNALS } from '#engine/sentiment/aggregate-headlines';
import { CELL_VALUES, MATRIX_MEASURES } from '#engine/validation/sweep-matrix';
import { OBJECTIVES } from '#engine/validation/objective';
import { VERDICT_LEVELS } from '#engine/validation/reach-verdict';
import { WALK_FORWARD_MODES } from '#engine/validation/walk-forward-windows';
import { CHART_WORDS } from './chart-words';
import { RUN_WORDS } from './run-words';
import { TRADING_WORDS, type WordList } from './trading-words';

/** What lists of words are called in generated clients. A list that is not here stays where it is used. */
const WORD_LISTS: Readonly<Record<string, WordList>> = {
  Interval: { words: INTERVALS, description: 'Length of a candle in minutes (m), hours (h) or days (d)' },
  Calendar: {
    words: CALENDARS,
    description:
      'When a series trades: 24x7, round the clock; 24x5, from Sunday 17:00 to Friday 17:00 in New York; XNYS, the sessions of the New York ' +
      'Stock Exchange',
  },
  JobState: {
    words: JOB_STATUSES,
    description:
      'pending: waits for a worker; running: a worker computes it; completed: its results are stored; failed: it stopped with a reason',
  },
  MatrixMeasure: {
    words: MATRIX_MEASURES,
    description:
      'Figure of a combination, as CombinationRead describes it: score, sharpe_ratio, total_return, max_drawdown or trades',
  },
  CellValue: {
    words: CELL_VALUES,
    description: 'maximum, minimum or mean of the combinations of a cell',
  },
  SortOrder: {
    words: SORT_ORDERS,
    description: 'desc: largest or newest first; asc: smallest or oldest first',
  },
  PositionSide: {
    words: ['long', 'short'],
    description: 'long: gains when the price rises; short: gains when the price falls',
  },
  OrderSide: { words: TRADE_SIDES, description: 'buy or sell: the side of the entry' },
  TradeState: { words: TRADE_STATES, description: 'open: without an exit price; closed: with one' },
  EntrySource: {
    words: ENTRY_SOURCES,
    description: 'manual: written by a client; fills: made of fills that were sent',
  },
  LegRole: { words: LEG_ROLES, description: 'entry: it opened the trade; exit: it closed it, or a part' },
  HeldSide: {
    words: POSITION_SIDES,
    description:
      'net: all that the account holds of the symbol; long, short: one of the two where it holds both side by side',
  },
  TradeGrouping: {
    words: TRADE_GROUPINGS,
    description:
      'What the trades of a group share: symbol, account, tag (a trade is in the group of each of its tags), idea or side; or, of the time of the ' +
      'exit in UTC, weekday, hour or month',
  },
  ExitReason: {
    words: EXIT_REASONS,
    description:
      'signal: of the strategy; stop_loss, take_profit, trailing_stop: the level of execution was reached; liquidation: the margin of a leveraged ' +
      'position is lost; end_of_data: the run ends with the position open; bankruptcy: the equity is 0; max_bars: the position was held for as many ' +
      'bars as the rules allow',
  },
  FillPrice: {
    words: FILLS,
    description:
      'next_open: at the open of the next bar; close: at the close of the bar of the signal, with a warning',
  },
  SizingMode: {
    words: SIZING_MODES,
    description:
      'percent_equity: that fraction of the equity, times leverage; fixed_cash: what that amount of the quote currency buys, times leverage, fee ' +
      'included; fixed_quantity: that many units of the base currency; risk_percent: the quantity that loses that fraction of the equity at the ' +
      'stop-loss, before costs (stop_loss is required); volatility_target: the position with that annual volatility, by the last 30 returns, at most ' +
      'leverage times the equity',
  },
  FundingMode: {
    words: ['expected', 'where_known', 'off'],
    description:
      'expected: stored funding is charged, and missing rates are a warning; where_known: stored funding is charged; off: none is charged',
  },
  DistanceUnit: {
    words: ['fraction', 'atr'],
    description:
      'fraction: of the entry price, of a trailing stop of the best price so far; atr: multiple of the average true range of 14 bars at the bar of the signal',
  },
  Market: { words: MARKETS, description: 'spot, or swap: perpetual futures' },
  Objective: {
    words: OBJECTIVES,
    description:
      'Figure that a search maximises, as MetricsRead describes it: sharpe_ratio, total_return, calmar_ratio, sortino_ratio, ' +
      'system_quality_number or profit_factor',
  },
  VerificationChange: {
    words: VERIFICATION_CHANGES,
    description:
      'What differs from the run: its candles, its funding, its benchmark (candles and funding of it), its configuration (strategy, parameters, ' +
      'execution), its data (datasets, other candles and headlines that its strategy reads), its results (figures, trades, equity), the record (edited by a client), or the engine_version',
  },
  WalkForwardMode: {
    words: WALK_FORWARD_MODES,
    description:
      'rolling: every training has the same length; anchored: every training begins with the first bar of the range',
  },
  VerdictLevel: {
    words: VERDICT_LEVELS,
    description:
      'likely_luck: a probability of backtest overfitting of 0.5 or more, or a deflated Sharpe ratio below 0.5. holds_up: out-of-sample, all of a ' +
      'deflated Sharpe ratio of 0.95 or more, a probability of overfitting of 0.2 or less, a t-statistic of 2 or more, 30 trades or more, and a ' +
      'total return above that of buy and hold. not_refuted: those of them that are defined hold. inconclusive: none of these',
  },
  ReturnBasis: {
    words: ['daily', 'bar'],
    description: 'daily: one return a day; bar: one return a bar, in intraday runs with fewer than 10 days',
  },
  LookaheadDifferenceKind: {
    words: ['signal', 'decision', 'trade', 'equity'],
    description:
      'What differs: a signal of the strategy, a decision (the target weights of a portfolio), a trade, or the equity of a bar',
  },
  ParameterType: { words: ['integer', 'number'], description: 'integer, or any number' },
  Regime: {
    words: REGIMES,
    description: 'bull: prices rise; bear: prices fall; ranging: neither',
  },
  CovarianceKind: {
    words: ['diagonal', 'full'],
    description: 'diagonal: the features of a state are uncorrelated; full: they may be correlated',
  },
  SentimentSignal: {
    words: SIGNALS,
    description: 'bullish: a score of 0.05 or more; bearish: a score of -0.05 or less; neutral: between them',
  },
  FeedState: {
    words: FEED_STATES,
    description:
      'live: messages are received; reconnecting: the feed tries to connect again; stopped: the exchange refuses the series, or no worker runs ' +
      'its feed',
  },
  CandleSource: {
    words: CANDLE_SOURCES,
    description:
      'feed: live feed; backfill: history from the exchange; post: POST candlesticks; bulk: a bulk upload; import: the command line',
  },
  GapKind: {
    words: ['missing', 'no_trades'],
    description:
      'missing: not stored; no_trades: the exchange has none either, at two attempts an hour or more apart',
  },
  EquityIngestState: {
    words: ['idle', 'running', 'degraded'],
    description:
      'idle: no job; running: a job is queued or computed; degraded: the last attempt of a tracked symbol failed',
  },
  StreamType: {
    words: STREAM_TYPES,
    description: 'sse: server-sent events; websocket: a WebSocket',
  },
  ...TRADING_WORDS,
  ...CHART_WORDS,
  ...RUN_WORDS,
  ServiceState: {
    words: ['ready', 'degraded'],
    description:
      'ready: all works; degraded: the queue is not reachable, and accepted jobs are kept in the database',
  },
};

const UNITS: Readonly<Record<string, string>> = { m: 'MINUTES', h: 'HOURS', d: 'DAYS' };

/** Of words that begin with a digit, for clients in languages whose names cannot. */
const IDENTIFIERS: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  Interval: Object.fromEntries(
    INTERVALS.map((interval) => [interval, `${UNITS[interval.slice(-1)]}_${interval.slice(0, -1)}`]),
  ),
  Calendar: { '24x7': 'ALWAYS', '24x5': 'WEEKDAYS', XNYS: 'XNYS' } satisfies Record<Calendar, string>,
};

interface Node {
  [key: string]: unknown;
}

/** Moves each list of words that has a name into the components, and refers to it wherever it is used. */
export function nameWords(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components!.schemas ??= {});
  const refer = (node: Node) => {
    const name = nameOf((node.enum as unknown[]).filter((word) => word !== null));
    if (name === undefined) return;
    for (const key of ['type', 'enum']) Reflect.deleteProperty(node, key);
    const rest = { ...node };
    const identifiers = IDENTIFIERS[name];
    const { words, description } = WORD_LISTS[name];
    const named = identifiers && { 'x-enum-varnames': words.map((word) => identifiers[word]) };
    schemas[name] ??= { type: 'string', enum: [...words], description, ...named };
    const reference = { $ref: `#/components/schemas/${name}` };
    for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
    if (Object.keys(rest).length === 0) Object.assign(node, reference);
    // What is next to a reference is ignored.
    else Object.assign(node, rest, { allOf: [reference] });
  };
  for (const part of [{ ...schemas }, document.paths]) visit(part, refer);
  return document;
}

function nameOf(words: readonly unknown[]): string | undefined {
  return Object.keys(WORD_LISTS).find((name) => WORD_LISTS[name].words.join() === words.join());
}

function visit(value: unknown, refer: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  for (const [key, item] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples' && key !== 'default') visit(item, refer);
  }
  if (Array.isArray(node.enum)) refer(node);
}
