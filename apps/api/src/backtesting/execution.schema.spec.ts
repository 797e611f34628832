import { EXECUTION_FIELDS } from '#engine/backtest/execution-settings';
import { readExecution } from '#engine/backtest/read-execution';
import { FEE_PRESETS } from '#engine/market/fee-presets';
import { namedSchemas } from '../http/named-schemas';
import { EXECUTION_SCHEMA } from './execution.schema';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly description?: string;
}

const schemas = namedSchemas() as Readonly<Record<string, Schema>>;

function resolve(schema: Schema): Schema {
  if (schema.$ref) return resolve(schemas[schema.$ref.split('/').at(-1)!]);
  return schema.allOf ? { ...resolve(schema.allOf[0]), ...schema } : schema;
}

const FIELDS = resolve(EXECUTION_SCHEMA).properties!;

/** The fields at every depth: `sizing.mode`. */
const LEAVES = Object.entries(FIELDS).flatMap(([name, schema]) => {
  const { properties } = resolve(schema);
  return properties
    ? Object.entries(properties).map(([inner, of]) => ({ path: `${name}.${inner}`, schema: resolve(of) }))
    : [{ path: name, schema }];
});

/** Problems of a request with this one field, but for those of others that it needs. */
function problemsOf(path: string, value: unknown): string[] {
  const [name, inner] = path.split('.');
  const needed: Readonly<Record<string, object>> = { fees: { maker: '0', taker: '0' } };
  const settings = { [name]: inner ? { ...needed[name], [inner]: value } : value };
  const result = readExecution(settings, { exchange: 'binance', presets: FEE_PRESETS });
  return 'problems' in result
    ? result.problems.filter(({ field }) => field === `execution.${path}`).map(({ message }) => message)
    : [];
}

const numberOf = ({ type, oneOf }: Schema, schema: Schema): Schema | undefined =>
  type === 'number' ? schema : oneOf?.find((form) => form.type === 'number');

describe('the schema of execution', () => {
  it('has every field that is read, each with a description and an example', () => {
    expect(Object.keys(FIELDS)).toEqual([...EXECUTION_FIELDS]);
    for (const { path, schema } of LEAVES) {
      expect([path, schema]).toEqual([path, expect.objectContaining({ description: expect.any(String) })]);
      expect([path, schema.example]).not.toEqual([path, undefined]);
    }
  });

  it('has defaults that change nothing', () => {
    const defaults = Object.fromEntries(
      Object.entries(FIELDS).flatMap(([name, schema]) =>
        schema.default === undefined ? [] : [[name, schema.default]],
      ),
    );
    expect(Object.keys(defaults).sort()).toEqual(
      ['allow_short', 'fill', 'initial_capital', 'leverage', 'lot_size', 'slippage_bps'].sort(),
    );
    const context = { exchange: 'binance', presets: FEE_PRESETS };
    expect(readExecution(defaults, context)).toEqual(readExecution({}, context));
  });

  it.each(LEAVES)('has an example of $path that is read', ({ path, schema }) => {
    expect(problemsOf(path, schema.example)).toEqual([]);
  });

  it.each(LEAVES.filter(({ schema }) => schema.enum))(
    'has exactly the words of $path that are read',
    ({ path, schema }) => {
      for (const word of schema.enum!) expect([word, problemsOf(path, word)]).toEqual([word, []]);
      const [problem] = problemsOf(path, 'none of them');
      expect(problem).toContain(schema.enum!.join(', '));
    },
  );

  const RANGES = LEAVES.flatMap(({ path, schema }) => {
    const number = numberOf(schema, schema);
    if (number === undefined) return [];
    const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = number;
    // The largest value of sizing depends on its mode; the schema has the largest of all.
    const above = path === 'sizing.value' ? undefined : maximum;
    return [
      { path, limit: minimum, isOutside: exclusiveMinimum, outward: -1e-6 },
      { path, limit: above, isOutside: exclusiveMaximum, outward: 1e-6 },
    ].flatMap(({ limit, ...range }) => (limit === undefined ? [] : [{ ...range, limit }]));
  });

  it.each(RANGES)(
    'ends the range of $path at $limit where it is read',
    ({ path, limit, isOutside, outward }) => {
      expect(problemsOf(path, limit - outward)).toEqual([]);
      expect(problemsOf(path, limit)).toHaveLength(isOutside ? 1 : 0);
      expect(problemsOf(path, limit + outward)).toHaveLength(1);
    },
  );

  it('has a range for each ratio and amount, with two ends but for quantities', () => {
    expect(RANGES).toHaveLength(18);
    expect([...new Set(RANGES.map(({ path }) => path))].sort()).toEqual(
      [
        ...['leverage', 'lot_size', 'sizing.value', 'slippage_bps'],
        ...['stop_loss', 'take_profit', 'trailing_stop'].flatMap((name) => [
          `${name}.atr`,
          `${name}.fraction`,
        ]),
      ].sort(),
    );
  });
});
