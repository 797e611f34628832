/** What a number given by name must keep to. */
export interface ParameterRule {
  readonly type: 'integer' | 'number';
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  /** What the integers from `minimum` 0 mean, where each is a word's index in this list; the word may be given itself. */
  readonly words?: readonly string[];
  readonly summary: string;
}

/** The longest window anything here looks back over, in bars. */
const LONGEST_PERIOD = 2_000;

export function followsRule(value: unknown, rule: ParameterRule): value is number {
  if (typeof value !== 'number' || !(value >= rule.minimum && value <= rule.maximum)) return false;
  return rule.type === 'number' || Number.isInteger(value);
}

/** The number that a value means under a rule, or undefined where the rule refuses it. */
export function readParameter(value: unknown, rule: ParameterRule): number | undefined {
  const index = typeof value === 'string' && rule.words ? rule.words.indexOf(value) : -1;
  if (index >= 0) return index;
  return followsRule(value, rule) ? value : undefined;
}

export function describeRule(rule: ParameterRule): string {
  if (rule.words) return `one of ${rule.words.join(', ')} (default ${rule.words[rule.default]})`;
  const article = rule.type === 'integer' ? 'an integer' : 'a number';
  return `${article} from ${rule.minimum} to ${rule.maximum} (default ${rule.default})`;
}

/** The rule of a number of bars. */
export function barsRule(byDefault: number, summary: string, minimum = 1): ParameterRule {
  return { type: 'integer', default: byDefault, minimum, maximum: LONGEST_PERIOD, summary };
}

/** The rule of a factor, say of a band's width in standard deviations. */
export function factorRule(byDefault: number, summary: string, minimum = 0.01, maximum = 100): ParameterRule {
  return { type: 'number', default: byDefault, minimum, maximum, summary };
}
