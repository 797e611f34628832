import { type MemberName } from './portfolio';
import { GIVEN_WEIGHT_RULE, WEIGHTING_RULES } from './portfolio-fields';
import { type Weighting } from './portfolio-settings';
import { readRuleExpression } from './read-rule-expression';
import { type Fields, type SettingReader } from './setting-reader';

const FIELDS = [...Object.keys(WEIGHTING_RULES), 'values', 'rule'];
/** A year of sessions. */
const DEFAULT_LOOKBACK_BARS = 252;
/** Weights in decimals add up to no more than rounding above 1. */
const ROUNDING = 1e-9;

export const EQUAL_WEIGHTING: Weighting = {
  method: 'equal',
  lookbackBars: DEFAULT_LOOKBACK_BARS,
  maximumWeight: 1,
  minimumWeight: 0,
  cashShare: 0,
  maximumTurnover: null,
  givenWeights: null,
};

/** Reads `weights`, at `path`. `members` is null where the universe is not known yet: given weights are then in the order of `values`. */
export function readWeighting(
  value: unknown,
  path: string,
  members: readonly MemberName[] | null,
  reader: SettingReader,
): Weighting {
  const fields = reader.object(value, path, FIELDS);
  const method = reader.required(fields.method, `${path}.method`, WEIGHTING_RULES.method, 'equal');
  if (method === 'given') return readGiven(fields, path, members, reader);
  for (const field of ['values', 'rule']) {
    if (fields[field] !== undefined) {
      reader.refuse(`${path}.${field}`, `is of the method given alone, not of ${method}`);
    }
  }
  const number = (field: 'max_weight' | 'min_weight' | 'cash', byDefault: number) =>
    reader.setting(fields[field], `${path}.${field}`, WEIGHTING_RULES[field], byDefault);
  const maximumWeight = number('max_weight', 1);
  const minimumWeight = number('min_weight', 0);
  if (minimumWeight > maximumWeight) {
    reader.refuse(`${path}.min_weight`, `must not be above ${path}.max_weight, which is ${maximumWeight}`);
  }
  return {
    method,
    lookbackBars: reader.setting(
      fields.lookback,
      `${path}.lookback`,
      WEIGHTING_RULES.lookback,
      DEFAULT_LOOKBACK_BARS,
    ),
    maximumWeight,
    minimumWeight,
    cashShare: number('cash', 0),
    maximumTurnover: maximumTurnoverOf(fields, path, reader),
    givenWeights: null,
  };
}

function maximumTurnoverOf(fields: Fields, path: string, reader: SettingReader): number | null {
  return reader.optional(fields.max_turnover, `${path}.max_turnover`, WEIGHTING_RULES.max_turnover);
}

/** Given weights are the targets themselves: what they leave of 1 is cash. */
function readGiven(
  fields: Fields,
  path: string,
  members: readonly MemberName[] | null,
  reader: SettingReader,
): Weighting {
  for (const field of ['lookback', 'max_weight', 'min_weight', 'cash']) {
    if (fields[field] !== undefined) {
      reader.refuse(`${path}.${field}`, 'has no use with the method given, whose weights are the targets');
    }
  }
  if (fields.rule !== undefined) return readGivenRule(fields, path, reader);
  const { values } = fields;
  const listed = Array.isArray(values) ? (values as unknown[]) : [];
  if (listed.length === 0) {
    reader.refuse(
      `${path}.values`,
      'or rule is required: a list of {exchange, symbol, weight}, one or more, or an expression',
    );
  }
  const weights: number[] = members === null ? [] : Array<number>(members.length).fill(0);
  const seen = new Set<number>();
  let gross = 0;
  listed.forEach((entry, index) => {
    const entryPath = `${path}.values[${index}]`;
    const { exchange, symbol, weight } = reader.object(entry, entryPath, ['exchange', 'symbol', 'weight']);
    const share = reader.required(weight, `${entryPath}.weight`, GIVEN_WEIGHT_RULE, 0);
    const found = members === null ? [index] : findMembers(members, exchange, symbol);
    if (typeof found === 'string') reader.refuse(`${entryPath}.symbol`, found);
    else if (seen.has(found[0])) {
      reader.refuse(`${entryPath}.symbol`, `names ${String(symbol)} again, which has a weight already`);
    } else {
      gross += Math.abs(share);
      for (const member of found) {
        seen.add(member);
        weights[member] = share;
      }
    }
  });
  if (gross > 1 + ROUNDING) {
    reader.refuse(`${path}.values`, `must have weights whose sizes add up to 1 at most, not to ${gross}`);
  } else if (listed.length > 0 && gross === 0 && reader.problems.length === 0) {
    reader.refuse(`${path}.values`, 'must have a weight that is not 0');
  }
  return {
    ...EQUAL_WEIGHTING,
    method: 'given',
    maximumTurnover: maximumTurnoverOf(fields, path, reader),
    givenWeights: weights,
  };
}

/** Whether shorts are allowed is of the execution. */
function readGivenRule(fields: Fields, path: string, reader: SettingReader): Weighting {
  if (fields.values !== undefined) reader.refuse(`${path}.values`, 'and rule exclude each other');
  readRuleExpression(fields.rule, `${path}.rule`, reader);
  return {
    ...EQUAL_WEIGHTING,
    method: 'given',
    maximumTurnover: maximumTurnoverOf(fields, path, reader),
    givenRule: { expression: fields.rule, allowShort: false },
  };
}

/** The indices of a series, which may be a member in several periods, or what is wrong with its name. */
function findMembers(members: readonly MemberName[], exchange: unknown, symbol: unknown): number[] | string {
  const named = members
    .map((member, index) => ({ ...member, index }))
    .filter((member) => member.symbol === symbol && (exchange === undefined || member.exchange === exchange));
  const exchanges = [...new Set(named.map((member) => member.exchange))];
  if (exchanges.length === 1) return named.map(({ index }) => index);
  return exchanges.length === 0
    ? 'must be a symbol of the universe'
    : `is in the universe on ${exchanges.join(' and ')}: say on which exchange`;
}
