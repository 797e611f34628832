import type { QueryRunner } from 'typeorm';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { formatDateTime } from '#engine/market/parse-time';
import type { DeclaredMigration } from '../declared-migration';

type Json = Record<string, unknown>;

/** How names, times and amounts are written on one side of the migration. */
interface Form {
  readonly name: (name: string) => string;
  readonly time: (time: unknown) => unknown;
  readonly amount: (amount: unknown) => unknown;
}

/** Names as the engine has them, times in ms since 1970 UTC, amounts as numbers. */
const ENGINE: Form = {
  name: (name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  time: (time) => (typeof time === 'string' ? Date.parse(time) : time),
  amount: (amount) => (typeof amount === 'string' ? Number(amount) : amount),
};

/** Names in snake case, times and amounts as text. */
const WIRE: Form = {
  name: (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
  time: (time) => (typeof time === 'number' ? formatDateTime(time) : time),
  amount: (amount) => (typeof amount === 'number' ? toDecimalText(amount) : amount),
};

/** Whose names are those of the client or its strategy, and stay: nothing below them is touched. */
const PARAMETERS = ['given', 'parameters', 'bestParameters'];
/** The last two are those of the candles in a fingerprint. */
const TIMES = [
  'peakTime',
  'troughTime',
  'recoveryTime',
  'trainStart',
  'trainEnd',
  'testStart',
  'testEnd',
  'start',
  'end',
];

/**
 * Results of runs and searches are stored as the engine gives them, with a `version`; before, they had the API's names,
 * with times and amounts as text.
 */
export class StoreEngineResults1764101500000 implements DeclaredMigration {
  readonly olderCode = { mustStopBecause: 'it reads and writes results by their names in the API' };

  async up(runner: QueryRunner): Promise<void> {
    await convertRows(runner, REPORTS, (report) => ({ ...toReport(report, ENGINE), version: 1 }));
    await convertRows(runner, SEARCHES, (result) =>
      isVerification(result) ? toOutcome(result, ENGINE) : { ...toEngineSearch(result), version: 1 },
    );
    await convertRows(runner, VERIFICATIONS, (outcome) => toOutcome(outcome, ENGINE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await convertRows(runner, REPORTS, (report) => toReport(without(report, 'version'), WIRE));
    await convertRows(runner, SEARCHES, (result) =>
      isVerification(result) ? toOutcome(result, WIRE) : toWireSearch(without(result, 'version')),
    );
    await convertRows(runner, VERIFICATIONS, (outcome) => toOutcome(outcome, WIRE));
  }
}

const REPORTS = { table: 'backtest_reports', key: 'backtest_id', column: 'report' };
const VERIFICATIONS = { table: 'backtest_verifications', key: 'backtest_id', column: 'outcome' };
const SEARCHES = { table: 'parameter_searches', key: 'id', column: 'result' };

/** One row at a time: that of a sweep may hold megabytes. */
async function convertRows(
  runner: QueryRunner,
  { table, key, column }: typeof REPORTS,
  convert: (stored: Json) => Json,
): Promise<void> {
  const rows = (await runner.query(
    `select ${key} as id from ${table} where ${column} is not null order by ${key}`,
  )) as { id: number }[];
  for (const { id } of rows) {
    const [{ stored }] = (await runner.query(`select ${column} as stored from ${table} where ${key} = $1`, [
      id,
    ])) as { stored: Json }[];
    await runner.query(`update ${table} set ${column} = $2 where ${key} = $1`, [
      id,
      JSON.stringify(convert(stored)),
    ]);
  }
}

function toReport(report: Json, form: Form): Json {
  const converted = rename(report, form) as Json;
  const unpaidLoss = form.name('unpaidLoss');
  const costs = Object.entries(converted.costs as Json).map(([name, cost]) => [name, form.amount(cost)]);
  return {
    ...converted,
    costs: Object.fromEntries(costs) as Json,
    [unpaidLoss]: form.amount(converted[unpaidLoss]),
  };
}

/** A search that verifies another one holds what is not as it was. */
function isVerification(result: Json): boolean {
  return 'identical' in result;
}

function toOutcome(outcome: Json, form: Form): Json {
  return rename(outcome, form) as Json;
}

/** The combination that was best becomes its index; the probability is that of `overfitting`. */
function toEngineSearch(result: Json): Json {
  const { combinations, best, ...sweep } = without(result, 'probability_of_backtest_overfitting');
  if (!Array.isArray(combinations)) return rename(result, ENGINE) as Json;
  const text = JSON.stringify(best);
  const index = combinations.findIndex((combination) => JSON.stringify(combination) === text);
  return {
    ...(rename(sweep, ENGINE) as Json),
    rows: rename(combinations, ENGINE),
    best: index < 0 ? null : index,
  };
}

function toWireSearch(result: Json): Json {
  const { rows, best, ...sweep } = result;
  if (!Array.isArray(rows)) return rename(result, WIRE) as Json;
  const combinations = rename(rows, WIRE) as Json[];
  const overfitting = sweep.overfitting as { probability: number } | null;
  return {
    ...(rename(sweep, WIRE) as Json),
    combinations,
    best: best === null ? null : combinations[best as number],
    probability_of_backtest_overfitting: overfitting?.probability ?? null,
  };
}

function without(object: Json, name: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function rename(value: unknown, form: Form): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, form));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      form.name(name),
      renameBelow(ENGINE.name(name), item, form),
    ]),
  );
}

/** `name` as the engine has it. */
function renameBelow(name: string, item: unknown, form: Form): unknown {
  if (PARAMETERS.includes(name)) return item;
  if (TIMES.includes(name)) return form.time(item);
  if (name !== 'parameterStability') return rename(item, form);
  return Object.fromEntries(
    Object.entries(item as Json).map(([parameter, stability]) => [parameter, rename(stability, form)]),
  );
}
