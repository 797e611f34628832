import { describeSettingRule, findSettingProblem, type SettingRule } from '../backtest/setting-rule';
import { type FieldProblem } from '../market/validate-candle';

export type Fields = Readonly<Record<string, unknown>>;

const NO_FIELDS: Fields = {};

/** What a setting may be: a value of a single kind, whose type the rule has checked. */
type ValueOf<Rule extends SettingRule> = Rule extends {
  readonly kind: 'word';
  readonly words: readonly (infer Word)[];
}
  ? Word
  : number;

/** Reads the objects of a request and notes every problem with its full path. */
export class SettingReader {
  readonly problems: FieldProblem[] = [];

  refuse(field: string, message: string): void {
    this.problems.push({ field, message });
  }

  /** The fields of an object that has no others than these; none, with a problem, where it is something else. */
  object(value: unknown, path: string, known: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.refuse(path, `must be an object of ${known.join(', ')}`);
      return NO_FIELDS;
    }
    for (const field of Object.keys(value)) {
      if (!known.includes(field))
        this.refuse(`${path}.${field}`, `is not offered; known: ${known.join(', ')}`);
    }
    return value as Fields;
  }

  /** The one field of an object that has exactly one of these; null, with a problem, where it is something else. */
  oneOf<Field extends string>(
    value: unknown,
    path: string,
    known: readonly Field[],
  ): readonly [field: Field, value: unknown] | null {
    const before = this.problems.length;
    const fields = this.object(value, path, known);
    if (this.problems.length > before) return null;
    const given = known.filter((field) => Object.hasOwn(fields, field));
    if (given.length === 1) return [given[0], fields[given[0]]];
    this.refuse(path, `must have exactly one of ${known.join(', ')}`);
    return null;
  }

  /** The value of a setting, or the default where it is left out or wrong. */
  setting<Rule extends SettingRule>(
    value: unknown,
    path: string,
    rule: Rule,
    byDefault: ValueOf<Rule>,
  ): ValueOf<Rule> {
    if (value === undefined) return byDefault;
    const problem = findSettingProblem(value, rule);
    if (problem === undefined) return value as ValueOf<Rule>;
    this.refuse(path, problem);
    return byDefault;
  }

  /** The same where null is a value, and the default. */
  optional<Rule extends SettingRule>(value: unknown, path: string, rule: Rule): ValueOf<Rule> | null {
    if (value === undefined || value === null) return null;
    const problem = findSettingProblem(value, rule);
    if (problem === undefined) return value as ValueOf<Rule>;
    this.refuse(path, `${problem}; or null`);
    return null;
  }

  /** The same where there has to be a value. */
  required<Rule extends SettingRule>(
    value: unknown,
    path: string,
    rule: Rule,
    otherwise: ValueOf<Rule>,
  ): ValueOf<Rule> {
    if (value === undefined) this.refuse(path, `is required and must be ${describeSettingRule(rule)}`);
    return this.setting(value, path, rule, otherwise);
  }
}
