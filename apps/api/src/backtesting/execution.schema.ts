import {
  DISTANCE_SETTINGS,
  EXECUTION_FIELDS,
  FEE_SETTINGS,
  FURTHER_SETTINGS,
  SINGLE_SETTINGS,
  SIZING_SETTINGS,
} from '#engine/backtest/execution-settings';
import { nameSchema } from '../http/named-schemas';
import { objectOf, schemaOf } from './setting-schema';

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
