import { CANDLE_CLOSED, CANDLE_CORRECTED, CANDLE_QUARANTINED, CANDLES_LOADED } from './candle-events';
import { DATASET_STORED } from './dataset-events';
import type { EventDeclaration } from './event-declaration';
import type { Fields, ValuesOf } from './event-fields';
import {
  BACKTEST_FINISHED,
  EQUITIES_INGESTED,
  PORTFOLIO_FINISHED,
  SWEEP_FINISHED,
  WALK_FORWARD_FINISHED,
} from './resource-events';
import { FEATURES_COMPUTED, FUNDING_SETTLED, GAP_FOUND, GAP_REPAIRED, REGIME_CHANGED } from './series-events';

/** Every kind of event, by its CloudEvents `type` after `candelabra.`. */
export const EVENTS = {
  'candle.closed': CANDLE_CLOSED,
  'candle.corrected': CANDLE_CORRECTED,
  'candle.quarantined': CANDLE_QUARANTINED,
  'candles.loaded': CANDLES_LOADED,
  'gap.found': GAP_FOUND,
  'gap.repaired': GAP_REPAIRED,
  'funding.settled': FUNDING_SETTLED,
  'regime.changed': REGIME_CHANGED,
  'features.computed': FEATURES_COMPUTED,
  'equities.ingested': EQUITIES_INGESTED,
  'backtest.finished': BACKTEST_FINISHED,
  'walk-forward.finished': WALK_FORWARD_FINISHED,
  'sweep.finished': SWEEP_FINISHED,
  'portfolio.finished': PORTFOLIO_FINISHED,
  'dataset.stored': DATASET_STORED,
} as const;

export type EventKind = keyof typeof EVENTS;

export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];

/** `data` of an event of the kind. */
export type EventData<Kind extends EventKind = EventKind> = Kind extends EventKind
  ? ValuesOf<(typeof EVENTS)[Kind]['fields']>
  : never;

/** What the row of a kind holds: `data` itself, or what it is unfolded from. */
export type RecordedData<Kind extends EventKind = EventKind> = Kind extends
  'candle.closed' | 'candle.corrected' | 'funding.settled'
  ? Parameters<(typeof EVENTS)[Kind]['unfold']>[0]
  : EventData<Kind>;

/** A row of `events`, numbered or about to be recorded: a kind and what belongs to it. */
export type RecordedEvent = {
  [Kind in EventKind]: {
    readonly kind: Kind;
    /**
     * When the database wrote it, in whole milliseconds. For candles `last_write_at` of the series, which is later with every
     * write.
     */
    readonly recordedAt: Date;
    readonly data: RecordedData<Kind>;
  };
}[EventKind];

/** The declaration of a kind, for code that treats all of them alike. */
export function declarationOf(kind: EventKind): EventDeclaration<Fields, RecordedData> {
  return EVENTS[kind] as unknown as EventDeclaration<Fields, RecordedData>;
}
