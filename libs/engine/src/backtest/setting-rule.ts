import { isDecimalText, SIGNED_DECIMAL_PATTERN } from '../decimal/decimal-text';

/** From `minimum` (or above `above`) to `maximum` (or below `below`). */
export interface Bounds {
  readonly minimum?: number;
  readonly above?: number;
  readonly maximum?: number;
  readonly below?: number;
}

/** What a single value of `execution` must be. */
export type SettingRule =
  /** Decimal text; with a sign where it may be negative. */
  | {
      readonly kind: 'decimal';
      readonly bounds: Bounds;
      readonly isSigned?: boolean;
      readonly example: string;
    }
  | { readonly kind: 'number' | 'integer'; readonly bounds: Bounds }
  /** Decimal text or a number. */
  | { readonly kind: 'amount'; readonly bounds: Bounds }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'flag' };

const SIGNED_DECIMAL = new RegExp(SIGNED_DECIMAL_PATTERN);

/** What is wrong with a value under its rule, to follow the field's name; undefined where nothing is. */
export function findSettingProblem(value: unknown, rule: SettingRule): string | undefined {
  if (keepsTo(value, rule)) return undefined;
  const expected = describeSettingRule(rule);
  return formsOf(rule).includes(formOf(value))
    ? `must be ${expected}`
    : `must be ${expected}, not ${formOf(value)}`;
}

/** What is allowed, in words. */
export function describeSettingRule(rule: SettingRule): string {
  switch (rule.kind) {
    case 'decimal':
      return `a decimal string ${describeBounds(rule.bounds)}, such as "${rule.example}"`;
    case 'number':
      return `a number ${describeBounds(rule.bounds)}`;
    case 'integer':
      return `a whole number ${describeBounds(rule.bounds)}`;
    case 'amount':
      return `a decimal string or a number ${describeBounds(rule.bounds)}`;
    case 'word':
      return `one of ${rule.words.join(', ')}`;
    case 'flag':
      return 'true or false';
  }
}

export function describeBounds({ minimum, above, maximum, below }: Bounds): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  const lower = above === undefined ? `from ${minimum ?? 'any'}` : `above ${above}`;
  if (maximum !== undefined) return `${lower} and at most ${maximum}`;
  return below === undefined ? lower : `${lower} and below ${below}`;
}

function keepsTo(value: unknown, rule: SettingRule): boolean {
  switch (rule.kind) {
    case 'decimal':
      return isDecimal(value, rule.isSigned) && isWithin(Number(value), rule.bounds);
    case 'number':
      return typeof value === 'number' && isWithin(value, rule.bounds);
    case 'integer':
      return Number.isInteger(value) && isWithin(value as number, rule.bounds);
    case 'amount':
      return (typeof value === 'number' || isDecimal(value)) && isWithin(Number(value), rule.bounds);
    case 'word':
      return rule.words.some((word) => word === value);
    case 'flag':
      return typeof value === 'boolean';
  }
}

function isDecimal(value: unknown, isSigned = false): value is string {
  return isSigned ? typeof value === 'string' && SIGNED_DECIMAL.test(value) : isDecimalText(value);
}

function isWithin(value: number, { minimum, above, maximum, below }: Bounds): boolean {
  return (
    Number.isFinite(value) &&
    value >= (minimum ?? -Infinity) &&
    value > (above ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    value < (below ?? Infinity)
  );
}

function formsOf({ kind }: SettingRule): readonly string[] {
  if (kind === 'number' || kind === 'integer') return ['a number'];
  if (kind === 'amount') return ['a number', 'text'];
  return kind === 'flag' ? ['true or false'] : ['text'];
}

function formOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const forms: Partial<Record<string, string>> = {
    number: 'a number',
    string: 'text',
    boolean: 'true or false',
  };
  return forms[typeof value] ?? 'an object';
}
