import { randomWalkCandles } from '../../test/random-walk-candles';
import { BacktestRefusal } from '../backtest/backtest-refusal';
import { barCloses } from '../calendar/bar-closes';
import { type DataRequest, keyOfRequest } from '../known-data/data-request';
import { dataKnownBy, type DataOfRun, type KnownCandles, type KnownRows } from '../known-data/known-data';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { INDICATORS } from '../indicators/registry';
import { type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { type CompiledRules, compileRules } from './compile-rules';
import { CLOCK_NAMES, PRICE_NAMES } from './rule-node';

const TREES = 1_000;
const BARS = 150;
const CUTS = [1, 40, 97];

/** Park and Miller's generator: the same seed, the same trees. */
function seeded(seed: number) {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return { next, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] };
}

type Random = ReturnType<typeof seeded>;

/** What no node of a tree takes, and what only some do. */
const RUBBISH: readonly unknown[] = [
  null,
  true,
  '',
  '$x',
  'close ',
  -1,
  1e300,
  NaN,
  Infinity,
  [],
  {},
  [[]],
  { gt: 1 },
  { sma: [] },
  { param: {} },
  2_001,
];

const OTHER_VALUES: readonly unknown[] = [
  { column: 'model.x' },
  { close: { exchange: 'x', symbol: 'B' } },
  { high: { interval: '4h' } },
  { funding_rate: {} },
  { feature: 'alpha158_klen' },
];

/** Data that become known within bars, at their closes, and late; some of them have no value. */
function otherData({ openTime }: CandleColumns): DataOfRun {
  const rows = (every: number, late: number): KnownRows => {
    const time = openTime.filter((_, bar) => bar % every === 0);
    const value = time.map((_, row) => (row % 7 === 3 ? NaN : 90 + ((row * 13) % 21)));
    return { kind: 'rows', time, knownAt: time.map((open, row) => open + late * (row % 3)), value };
  };
  const series = (candles: CandleColumns, intervalSeconds: number): KnownCandles => {
    const closeTime = barCloses(candles.openTime, intervalSeconds, '24x7');
    return { kind: 'candles', candles, closeTime, intervalSeconds, calendar: '24x7' };
  };
  const requests: [DataRequest, KnownRows | KnownCandles][] = [
    [{ kind: 'column', dataset: 'model', column: 'x' }, rows(3, 5_400_000)],
    [{ kind: 'funding_rate' }, rows(8, 0)],
    [{ kind: 'candles', exchange: 'x', symbol: 'B' }, series(randomWalkCandles(BARS, 78, 3_600), 3_600)],
    [
      { kind: 'candles', interval: '4h' },
      series(randomWalkCandles(Math.floor(BARS / 4), 79, 14_400), 14_400),
    ],
  ];
  return new Map(requests.map(([request, known]) => [keyOfRequest(request), known]));
}

function randomValue(random: Random, depth: number): unknown {
  const roll = random.next();
  if (roll < 0.004) return random.pick(RUBBISH);
  if (depth <= 0 || roll < 0.25)
    return random.pick([...PRICE_NAMES, ...CLOCK_NAMES, '$a', '$b', 0, 1, 100, -2.5, { param: 'level' }]);
  if (roll < 0.28) return random.pick(OTHER_VALUES);
  const child = () => randomValue(random, depth - 1);
  if (roll < 0.35) return { ref: [child(), Math.floor(random.next() * 9)] };
  if (roll < 0.5) return { [random.pick(['add', 'sub', 'mul', 'div', 'min', 'max'])]: [child(), child()] };
  if (roll < 0.6) return { [random.pick(['abs', 'log', 'sqrt', 'neg'])]: child() };
  const [name, { parameters, input, outputs }] = random.pick(Object.entries(INDICATORS));
  const settings: Record<string, unknown> = {};
  for (const [key, rule] of Object.entries(parameters)) {
    if (random.next() < 0.7)
      settings[key] =
        random.next() < 0.2 ? { param: 'bars' } : Math.max(rule.minimum, 1 + Math.floor(random.next() * 12));
  }
  if (input === 'source' && random.next() < 0.7) settings.source = child();
  if (outputs.length > 1 && random.next() < 0.7) settings.output = random.pick(outputs);
  if (random.next() < 0.05) settings.interval = '4h';
  return { [name]: settings };
}

function randomCondition(random: Random, depth: number): unknown {
  const roll = random.next();
  if (roll < 0.004) return random.pick(RUBBISH);
  const child = () => randomCondition(random, depth - 1);
  const value = () => randomValue(random, depth - 1);
  if (depth > 1 && roll < 0.3)
    return {
      [random.pick(['all', 'any'])]: Array.from({ length: 1 + Math.floor(random.next() * 3) }, child),
    };
  if (depth > 1 && roll < 0.4) return { not: child() };
  if (roll < 0.5)
    return { [random.pick(['rising', 'falling'])]: [value(), 1 + Math.floor(random.next() * 4)] };
  if (roll < 0.6) return { between: [value(), value(), value()] };
  return {
    [random.pick(['gt', 'gte', 'lt', 'lte', 'eq', 'crosses_above', 'crosses_below'])]: [value(), value()],
  };
}

function randomParameters(random: Random): unknown {
  const condition = () => randomCondition(random, 1 + Math.floor(random.next() * 6));
  const parameters: Record<string, unknown> = {
    rules: { entry_long: condition(), exit_long: condition(), entry_short: condition() },
    vars: {
      a: randomValue(random, 3),
      b: random.pick(['$a', 'close', { sma: { source: '$a', period: 4 } }]),
    },
    level: 50,
    bars: 5,
  };
  // The values of parameters that these rules happen not to name would be refused.
  const text = JSON.stringify(parameters);
  for (const name of ['level', 'bars'])
    if (!text.includes(`{"param":"${name}"}`)) Reflect.deleteProperty(parameters, name);
  return parameters;
}

/** Undefined where the rules are refused; anything else that is thrown is an error. */
function compiled(parameters: unknown): CompiledRules | undefined {
  try {
    return compileRules(parameters);
  } catch (error) {
    if (error instanceof BacktestRefusal) return undefined;
    throw error;
  }
}

function signalsOf(
  { strategy, parameters }: CompiledRules,
  candles: CandleColumns,
  data: DataOfRun,
): Uint8Array {
  return strategy.signals(candles, parameters, new IndicatorMemo(), { ...TIMES, data });
}

const TIMES = { intervalSeconds: 3_600, calendar: '24x7' } as const;

it('either refuses random rules or finds signals by them that no later candle changes', () => {
  const random = seeded(2_026);
  const candles = randomWalkCandles(BARS, 77, 3_600);
  const data = otherData(candles);
  let accepted = 0;
  let speaking = 0;
  for (let tree = 0; tree < TREES; tree++) {
    const input = randomParameters(random);
    const rules = compiled(input);
    if (rules === undefined) continue;
    accepted++;
    const warmup = rules.strategy.warmup(rules.parameters);
    const signals = signalsOf(rules, candles, data);
    const times = { ...TIMES, data };
    const problem = rules.strategy.findProblem(candles, rules.parameters, new IndicatorMemo(), times);
    const wrong =
      signals.length !== BARS ||
      signals.subarray(0, warmup).some((signal) => signal !== 0) ||
      !(problem === undefined || problem.startsWith('parameters.')) ||
      CUTS.some((cut) => {
        const known = dataKnownBy(data, candles.openTime[cut - 1] + 3_600_000);
        const before = signalsOf(rules, sliceCandleColumns(candles, 0, cut), known);
        return Buffer.compare(before, signals.subarray(0, cut)) !== 0;
      });
    if (wrong) throw new Error(`tree ${tree}: ${JSON.stringify(input)}`);
    if (signals.some((signal) => signal !== 0)) speaking++;
  }
  // The test would mean little if most trees were refused or said nothing.
  expect(accepted).toBeGreaterThan(TREES / 2);
  expect(accepted).toBeLessThan(TREES);
  expect(speaking).toBeGreaterThan(TREES / 4);
});

it('refuses random rubbish and nothing worse', () => {
  const random = seeded(7);
  const grow = (depth: number): unknown => {
    if (depth === 0 || random.next() < 0.2) return random.pick(RUBBISH);
    if (random.next() < 0.4)
      return Array.from({ length: Math.floor(random.next() * 4) }, () => grow(depth - 1));
    const keys = [
      'rules',
      'vars',
      'entry_long',
      'gt',
      'all',
      'not',
      'ref',
      'add',
      'neg',
      'sma',
      'macd',
      'period',
      'source',
      'param',
      '__proto__',
      'a',
    ];
    return Object.fromEntries(
      Array.from({ length: Math.floor(random.next() * 4) }, () => [random.pick(keys), grow(depth - 1)]),
    );
  };
  let refused = 0;
  for (let tree = 0; tree < TREES; tree++) {
    const rules = { entry_long: grow(6) };
    if (compiled({ rules, vars: { a: grow(3) } }) === undefined) refused++;
    if (compiled({ rules }) === undefined) refused++;
    if (compiled(grow(6)) === undefined) refused++;
  }
  expect(refused).toBe(3 * TREES);
});
