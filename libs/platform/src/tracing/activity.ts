import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTrace, NO_TRACE, parseTrace, type Trace } from './trace-parent';

/** A request's id and trace, wherever its work is done; null where none brought them. */
export interface Origin extends Trace {
  readonly requestId: string | null;
}

/** A span to be: its name and OpenTelemetry's options. */
export interface SpanDeclaration extends SpanOptions {
  readonly name: string;
}

type LogFields = Readonly<Record<string, unknown>>;

const activities = new AsyncLocalStorage<Activity | undefined>();
let tracer: Tracer | undefined;

/** From now on activities are spans of this tracer; of none unless given. */
export function traceWith(given: Tracer | undefined): void {
  tracer = given;
}

/** A request, or a run of a job: what it does has its id and its trace, in log lines, statements, spans and the jobs that it submits. */
export class Activity {
  private isOver = false;

  private constructor(
    private readonly context: Context,
    /** Undefined where nothing is traced. */
    readonly span: Span | undefined,
    readonly logFields: LogFields,
  ) {}

  /** `span` is evaluated only where something is traced. */
  static begin(
    { requestId, ...parent }: Origin,
    span: () => SpanDeclaration | undefined,
    fields: LogFields = {},
  ): Activity {
    const remote = parseTrace(parent.traceparent, parent.tracestate);
    const origin = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
    const declared = tracer && span();
    const begun = declared && startSpan(declared, origin);
    const context = begun ? trace.setSpan(origin, begun) : origin;
    const traceId = trace.getSpanContext(context)?.traceId;
    const ids = {
      ...(requestId !== null && { request_id: requestId }),
      ...(traceId && { trace_id: traceId }),
    };
    return new Activity(context, begun, { ...ids, ...fields });
  }

  /** Of the code that runs now. What outlives its activity, such as a connection that it opened, has none. */
  static get current(): Activity | undefined {
    const activity = activities.getStore();
    return activity?.isOver ? undefined : activity;
  }

  /** What a job that is submitted now continues. */
  static get trace(): Trace {
    const current = Activity.current;
    const spanContext = current && trace.getSpanContext(current.context);
    return spanContext ? formatTrace(spanContext) : NO_TRACE;
  }

  /** For what one activity begins and others use as well, or what goes on without it. */
  static outside<T>(work: () => T): T {
    return activities.run(undefined, work);
  }

  run<T>(work: () => T): T {
    return activities.run(this, work);
  }

  /** The function, to be called later by whoever it may be, as part of the activity of now. */
  static bind<P extends unknown[], T>(work: (...parameters: P) => T): (...parameters: P) => T {
    const activity = activities.getStore();
    return (...parameters) => activities.run(activity, work, ...parameters);
  }

  /** A part of it; undefined where nothing is traced. Who begins one ends it. */
  startSpan(span: () => SpanDeclaration): Span | undefined {
    return tracer && this.span?.isRecording() ? startSpan(span(), this.context) : undefined;
  }

  end(): void {
    this.isOver = true;
    this.span?.end();
  }

  /** Does the work as a part of the current activity. */
  static async inSpan<T>(span: () => SpanDeclaration, work: () => Promise<T>): Promise<T> {
    const current = Activity.current;
    const begun = current?.startSpan(span);
    if (!current || !begun) return work();
    const part = new Activity(trace.setSpan(current.context, begun), begun, current.logFields);
    return part.run(work).then(
      (answer) => {
        part.end();
        return answer;
      },
      (error: unknown) => {
        fail(begun, error);
        part.end();
        throw error;
      },
    );
  }
}

/** Marks a span as failed by the name of the error: its message may hold values. */
export function fail(span: Span | undefined, error: unknown): void {
  if (!span) return;
  const { name, code } = error as { name?: string; code?: unknown };
  const type = typeof code === 'string' && code !== '' ? code : (name ?? 'Error');
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

function startSpan({ name, ...options }: SpanDeclaration, context: Context): Span | undefined {
  return tracer?.startSpan(name, options, context);
}
