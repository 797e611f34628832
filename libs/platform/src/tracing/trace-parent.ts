import { createTraceState, type SpanContext, TraceFlags } from '@opentelemetry/api';

/** W3C Trace Context: version, trace, parent, flags; a later version may have more after them. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** What travels of a trace, from a request to its jobs. */
export interface Trace {
  readonly traceparent: string | null;
  readonly tracestate: string | null;
}

export const NO_TRACE: Trace = { traceparent: null, tracestate: null };

/** Undefined where there is no trace, or no valid one. Members of the `tracestate` that are not valid are left out. */
export function parseTrace(traceparent: unknown, tracestate: unknown): SpanContext | undefined {
  const found = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  if (!found) return undefined;
  const [, version, traceId, spanId, flags] = found;
  const more = found.at(5);
  if (version === '00' && more !== undefined) return undefined;
  return {
    traceId,
    spanId,
    isRemote: true,
    traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED,
    ...(typeof tracestate === 'string' && tracestate !== '' && { traceState: createTraceState(tracestate) }),
  };
}

export function formatTrace({ traceId, spanId, traceFlags, traceState }: SpanContext): Trace {
  const flags = traceFlags.toString(16).padStart(2, '0');
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: traceState?.serialize() || null };
}
