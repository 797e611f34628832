import type { OpenAPIObject } from '@nestjs/swagger';
import { BACKTEST_STATUSES } from '#domain/backtesting/backtest.entity';
import { VERIFICATION_CHANGES } from '#domain/backtesting/verification';
import { FEED_STATES } from '#domain/market-data/feed-state.entity';
import { STREAM_TYPES } from '#domain/streams/open-stream-list.entity';
import { TRADE_SIDES } from '#domain/trade-journal/trade-journal-entry.entity';
import { FILLS, SIZING_MODES } from '#engine/backtest/execution';
import { EXIT_REASONS } from '#engine/backtest/trade';
import { type Calendar, CALENDARS } from '#engine/market/calendar';
import { MARKETS } from '#engine/market/fee-presets';
import { INTERVALS } from '#engine/market/interval';
import { REGIMES } from '#engine/regime/label-states';
import { SIGNALS } from '#engine/sentiment/aggregate-headlines';
import { OBJECTIVES } from '#engine/validation/objective';
import { VERDICT_LEVELS } from '#engine/validation/reach-verdict';
import { WALK_FORWARD_MODES } from '#engine/validation/walk-forward-windows';

/** What lists of words are called in generated clients. A list that is not here stays where it is used. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  Interval: INTERVALS,
  Calendar: CALENDARS,
  JobState: BACKTEST_STATUSES,
  PositionSide: ['long', 'short'],
  OrderSide: TRADE_SIDES,
  ExitReason: EXIT_REASONS,
  FillPrice: FILLS,
  SizingMode: SIZING_MODES,
  FundingMode: ['expected', 'where_known', 'off'],
  DistanceUnit: ['fraction', 'atr'],
  Market: MARKETS,
  Objective: OBJECTIVES,
  VerificationChange: VERIFICATION_CHANGES,
  WalkForwardMode: WALK_FORWARD_MODES,
  VerdictLevel: VERDICT_LEVELS,
  ReturnBasis: ['daily', 'bar'],
  LookaheadDifferenceKind: ['signal', 'trade', 'equity'],
  ParameterType: ['integer', 'number'],
  Regime: REGIMES,
  CovarianceKind: ['diagonal', 'full'],
  SentimentSignal: SIGNALS,
  FeedState: FEED_STATES,
  CandleSource: ['feed', 'backfill', 'post', 'bulk', 'import'],
  GapKind: ['missing', 'no_trades'],
  EquityIngestState: ['idle', 'running', 'degraded'],
  StreamType: STREAM_TYPES,
  ServiceState: ['ready', 'degraded'],
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
    const named = identifiers && { 'x-enum-varnames': NAMES[name].map((word) => identifiers[word]) };
    schemas[name] ??= { type: 'string', enum: [...NAMES[name]], ...named };
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
  return Object.keys(NAMES).find((name) => NAMES[name].join() === words.join());
}

function visit(value: unknown, refer: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  for (const [key, item] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples' && key !== 'default') visit(item, refer);
  }
  if (Array.isArray(node.enum)) refer(node);
}
