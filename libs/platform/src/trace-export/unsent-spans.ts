import { TraceFlags } from '@opentelemetry/api';
import type { Logger } from 'pino';

interface FinishedSpan {
  spanContext(): { readonly traceFlags: number };
}

/** Counts the spans that are to be exported and those that the collector took. */
export class UnsentSpans {
  private count = 0;

  constructor(private readonly logger: Logger) {}

  /** A processor of spans beside the one that exports them. */
  readonly processor = {
    onStart: () => undefined,
    onEnd: (span: FinishedSpan) => {
      if (span.spanContext().traceFlags & TraceFlags.SAMPLED) this.count++;
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };

  sent(spans: number): void {
    this.count -= spans;
  }

  /** One line where there are any, when nothing is sent any more. */
  report(): void {
    if (this.count > 0) this.logger.warn({ spans: this.count }, 'Spans of this process were never exported');
  }
}
