import { EVENT_KINDS, type EventKind } from '#domain/events/events';
import { formatDateTime } from '#engine/market/parse-time';
import { unprocessable } from '../../http/api-error';
import { field, type FieldOptions } from '../../http/validation/field';
import { TextField } from '../../http/validation/fields';

export class EventsQuery {
  @KindsField({
    description: 'Kinds of events, comma separated; all of them unless given',
    example: 'candle.closed,candle.corrected',
    optional: true,
  })
  kind?: readonly EventKind[];

  @TextField({
    description: 'Events of this exchange alone, matched verbatim',
    example: 'us',
    maximum: 64,
    optional: true,
  })
  exchange?: string;

  @TextField({
    description: 'Events of this symbol alone, matched verbatim',
    example: 'SPX',
    maximum: 128,
    optional: true,
  })
  symbol?: string;
}

/** Some of the kinds of events, in one text. */
function KindsField(options: FieldOptions): PropertyDecorator {
  const word = EVENT_KINDS.map((kind) => kind.replace('.', '\\.')).join('|');
  const pattern = `^(${word})(,(${word}))*$`;
  const expression = new RegExp(pattern);
  const read = (value: unknown) =>
    typeof value === 'string' && expression.test(value) ? [...new Set(value.split(','))] : undefined;
  const rule = `must be one or more of ${EVENT_KINDS.join(', ')}, comma separated`;
  return field({ rule, read, schema: { type: String, pattern } }, options);
}

export const POSITION = /^\d{1,15}$/;

/** Undefined where the client has none yet. */
export function toPosition(lastEventId: string | undefined): number | undefined {
  if (!lastEventId) return undefined;
  if (POSITION.test(lastEventId)) return Number(lastEventId);
  const message = 'must be the id of an event of this stream, an integer of at most 15 digits';
  throw unprocessable([{ field: 'Last-Event-ID', message }]);
}

/** Events after `known` are not kept any more: the stream goes on after `position`. */
export function toReset(known: number, position: number) {
  const timestamp = formatDateTime(Date.now());
  return { event: 'reset', timestamp, data: { last_event_id: String(known), position } };
}
