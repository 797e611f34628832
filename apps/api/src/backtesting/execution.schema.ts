import {
  DISTANCE_SETTINGS,
  EXECUTION_FIELDS,
  FEE_SETTINGS,
  FURTHER_SETTINGS,
  SINGLE_SETTINGS,
  SIZING_SETTINGS,
} from '#engine/backtest/execution-settings';
import { type Bounds, describeBounds, type SettingRule } from '#engine/backtest/setting-rule';
import { POSITIVE_DECIMAL_PATTERN, SIGNED_DECIMAL_PATTERN } from '#engine/decimal/decimal-text';
import { nameSchema } from '../http/named-schemas';

interface Setting {
  readonly rule: SettingRule;
  readonly summary: string;
  readonly example: unknown;
  readonly default?: unknown;
  readonly isNullable?: boolean;
}

/** The schema of a value, of the table that validates it. */
function schemaOf({ rule, summary, example, default: byDefault, isNullable = false }: Setting) {
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

function objectOf(fields: Readonly<Record<string, Setting>>, further: object = {}) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]),
  );
  return { type: 'object', properties, additionalProperties: false, ...further };
}

const ONE_OF_TWO = { minProperties: 1, maxProperties: 1 };
const FEES = nameSchema('FeeSettings', objectOf(FEE_SETTINGS, { required: Object.keys(FEE_SETTINGS) }));
const SIZING = nameSchema('SizingSettings', objectOf(SIZING_SETTINGS));
const DISTANCES = {
  stop_loss: nameSchema('StopDistance', objectOf(DISTANCE_SETTINGS.stop_loss.fields, ONE_OF_TWO)),
  take_profit: nameSchema('TargetDistance', objectOf(DISTANCE_SETTINGS.take_profit.fields, ONE_OF_TWO)),
  trailing_stop: nameSchema('StopDistance', objectOf(DISTANCE_SETTINGS.trailing_stop.fields, ONE_OF_TWO)),
};

const PROPERTIES: Readonly<Record<(typeof EXECUTION_FIELDS)[number], object>> = {
  ...mapValues(SINGLE_SETTINGS, schemaOf),
  fee_preset: {
    type: 'string',
    description: FURTHER_SETTINGS.fee_preset.summary,
    example: FURTHER_SETTINGS.fee_preset.example,
  },
  fees: reference(FEES, FURTHER_SETTINGS.fees),
  sizing: reference(SIZING, FURTHER_SETTINGS.sizing),
  stop_loss: distance('stop_loss'),
  take_profit: distance('take_profit'),
  trailing_stop: distance('trailing_stop'),
};

/** How signals become fills, as a request says it; every field is optional. */
export const EXECUTION_SCHEMA = nameSchema('ExecutionSettings', {
  type: 'object',
  description: 'How signals become fills. Every field may be left out',
  properties: Object.fromEntries(EXECUTION_FIELDS.map((field) => [field, PROPERTIES[field]])),
  additionalProperties: false,
});

function reference(schema: { $ref: string }, { summary, example }: { summary: string; example: unknown }) {
  return { allOf: [schema], description: summary, example };
}

function distance(name: keyof typeof DISTANCES) {
  const description = `${DISTANCE_SETTINGS[name].summary}; one of the two`;
  return {
    type: 'object',
    nullable: true,
    allOf: [DISTANCES[name]],
    description,
    example: { fraction: 0.05 },
  };
}

function mapValues<Name extends string, Value, Mapped>(
  record: Readonly<Record<Name, Value>>,
  map: (value: Value) => Mapped,
): Record<Name, Mapped> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, map(value as Value)]),
  ) as Record<Name, Mapped>;
}
