import { DATE_TIME } from '../market/field-rule';
import { readRecord } from '../market/record-fields';
import type { FieldProblem } from '../market/validate-candle';
import { FILL_FIELDS, type FillRecord, POSITION_FIELDS, type PositionRecord } from './fill-record';

/** What a message says, and when its sender says that it said so: milliseconds since 1970 UTC, undefined where it does not. */
export interface TradingMessage<Content> {
  readonly content: Content;
  readonly statedAt?: number;
}

type Reading<Content> = TradingMessage<Content> | { readonly problems: readonly FieldProblem[] };

/** A fill, bare or as the data of a CloudEvent; or what is wrong with it. */
export function readFillMessage(message: unknown): Reading<FillRecord> {
  return readMessage(message, (data) => readRecord(data, { what: 'a fill', fields: FILL_FIELDS }));
}

/** A report of a position, bare or as the data of a CloudEvent; or what is wrong with it. */
export function readPositionMessage(message: unknown): Reading<PositionRecord> {
  return readMessage(message, (data) =>
    readRecord(data, { what: 'a position report', fields: POSITION_FIELDS }),
  );
}

function readMessage<Content>(
  message: unknown,
  read: (
    data: Readonly<Record<string, unknown>>,
  ) => { readonly values: Content } | { readonly problems: readonly FieldProblem[] },
): Reading<Content> {
  if (!isObject(message)) return { problems: [{ field: 'message', message: 'must be a JSON object' }] };
  if (!('specversion' in message)) return contentOf(read(message));
  const { specversion, time, data } = message;
  const problems: FieldProblem[] = [];
  if (specversion !== '1.0')
    problems.push({ field: 'specversion', message: 'must be "1.0", the version of CloudEvents' });
  const isTimed = time !== undefined && time !== null;
  const statedAt = isTimed ? DATE_TIME.read(time) : undefined;
  if (isTimed && statedAt === undefined) problems.push({ field: 'time', message: DATE_TIME.rule });
  if (!isObject(data)) {
    return { problems: [...problems, { field: 'data', message: 'must be a JSON object' }] };
  }
  const reading = contentOf(read(data), statedAt);
  if (!('problems' in reading)) return problems.length > 0 ? { problems } : reading;
  const ofData = reading.problems.map(({ field, message: reason }) => ({
    field: `data.${field}`,
    message: reason,
  }));
  return { problems: [...problems, ...ofData] };
}

function contentOf<Content>(
  reading: { readonly values: Content } | { readonly problems: readonly FieldProblem[] },
  statedAt?: number,
): Reading<Content> {
  return 'problems' in reading ? reading : { content: reading.values, statedAt };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
