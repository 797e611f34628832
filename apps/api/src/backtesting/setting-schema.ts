import { type Bounds, describeBounds, type SettingRule } from '#engine/backtest/setting-rule';
import { POSITIVE_DECIMAL_PATTERN, SIGNED_DECIMAL_PATTERN } from '#engine/decimal/decimal-text';

export interface Setting {
  readonly rule: SettingRule;
  readonly summary: string;
  readonly example: unknown;
  readonly default?: unknown;
  readonly isNullable?: boolean;
}

/** The schema of a value, of the table that validates it. */
export function schemaOf({ rule, summary, example, default: byDefault, isNullable = false }: Setting) {
  const isText = rule.kind === 'decimal';
  const bounds = isText && !('above' in rule.bounds) ? ` (${describeBounds(rule.bounds)})` : '';
  return {
    ...typeOf(rule, isNullable),
    description: `${summary}${bounds}`,
    example,
    ...(byDefault !== undefined && { default: byDefault }),
  };
}

function typeOf(rule: SettingRule, isNullable: boolean) {
  const nullable = isNullable && { nullable: true };
  switch (rule.kind) {
    case 'decimal':
      return { ...decimalType(rule.isSigned), ...nullable };
    case 'number':
    case 'integer':
      return { type: rule.kind, ...limitsOf(rule.bounds), ...nullable };
    case 'amount':
      return {
        oneOf: [
          { ...decimalType(), ...nullable },
          { type: 'number', ...limitsOf(rule.bounds) },
        ],
      };
    case 'word':
      return { type: 'string', enum: [...rule.words], ...nullable };
    case 'flag':
      return { type: 'boolean', ...nullable };
  }
}

function decimalType(isSigned = false) {
  const pattern = isSigned ? SIGNED_DECIMAL_PATTERN : POSITIVE_DECIMAL_PATTERN;
  return { type: 'string', format: 'decimal', pattern };
}

/** OpenAPI 3.0 has flags for what is excluded. */
function limitsOf({ minimum, above, maximum, below }: Bounds) {
  return {
    ...((minimum ?? above) !== undefined && { minimum: minimum ?? above }),
    ...(above !== undefined && { exclusiveMinimum: true }),
    ...((maximum ?? below) !== undefined && { maximum: maximum ?? below }),
    ...(below !== undefined && { exclusiveMaximum: true }),
  };
}

export function objectOf(fields: Readonly<Record<string, Setting>>, further: object = {}) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]),
  );
  return { type: 'object', properties, additionalProperties: false, ...further };
}

/** The schemas of an object's fields, by those that hold one value and those that hold more. */
export function objectWith(fields: Readonly<Record<string, Setting>>, further: object, rest: object = {}) {
  const { properties, ...schema } = objectOf(fields, rest);
  return { ...schema, properties: { ...properties, ...further } };
}
