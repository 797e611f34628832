import type { ServerSentEvent } from '../../api/server-sent-events';

/** The kinds that the service publishes on its stream. */
export const EVENT_KINDS = [
  'candle.closed',
  'candle.corrected',
  'candle.quarantined',
  'candles.loaded',
  'gap.found',
  'gap.repaired',
  'funding.settled',
  'regime.changed',
  'features.computed',
  'equities.ingested',
  'backtest.finished',
  'walk-forward.finished',
  'sweep.finished',
  'portfolio.finished',
] as const;

/** As many rows as can be read; older ones are dropped. */
export const MOST_EVENTS = 300;

/** A CloudEvents 1.0 envelope, as far as it is shown. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly time?: string;
  readonly subject?: string;
  readonly data?: unknown;
}

export interface ReceivedEvents {
  /** Newest first. */
  readonly rows: readonly Envelope[];
  /** Received while paused, newest first. */
  readonly waiting: readonly Envelope[];
  readonly paused: boolean;
  readonly total: number;
}

export const NO_EVENTS: ReceivedEvents = { rows: [], waiting: [], paused: false, total: 0 };

type Action = { readonly event: ServerSentEvent } | { readonly pause: boolean } | 'clear';

/** What is shown after an event, a pause or clearing. An event that comes again after a break counts once. */
export function receiveEvents(state: ReceivedEvents, action: Action): ReceivedEvents {
  if (action === 'clear') return { ...NO_EVENTS, paused: state.paused };
  if ('pause' in action) {
    const rows = [...state.waiting, ...state.rows].slice(0, MOST_EVENTS);
    return action.pause ? { ...state, paused: true } : { ...state, paused: false, rows, waiting: [] };
  }
  const envelope = envelopeOf(action.event);
  if (!envelope || isKnown(state, envelope)) return state;
  const total = state.total + 1;
  if (state.paused) return { ...state, total, waiting: [envelope, ...state.waiting].slice(0, MOST_EVENTS) };
  return { ...state, total, rows: [envelope, ...state.rows].slice(0, MOST_EVENTS) };
}

const isKnown = ({ rows, waiting }: ReceivedEvents, { id }: Envelope) =>
  rows.some((row) => row.id === id) || waiting.some((row) => row.id === id);

/** Undefined of what is no envelope: the stream's own events, such as that it ends. */
function envelopeOf({ data }: ServerSentEvent): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(data);
    const isEnvelope = typeof parsed === 'object' && parsed !== null && 'type' in parsed && 'id' in parsed;
    return isEnvelope ? (parsed as Envelope) : undefined;
  } catch {
    return undefined;
  }
}
