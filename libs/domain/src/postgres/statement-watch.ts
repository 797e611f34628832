import { type Span, SpanKind } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { Activity, fail, type SpanDeclaration } from '#platform/tracing/activity';
import { nameOfStatement } from './statement-name';

type Callback = (error: unknown, ...results: unknown[]) => void;
type Send = (...parameters: readonly unknown[]) => unknown;

/** What pg takes: a text, an object with one, or a query of its own making, such as a COPY, which is a stream. */
interface Submittable {
  readonly text?: string;
  readonly errored?: Error | null;
  once?(event: 'close', listener: () => void): unknown;
}

/** Logs statements that are slow, and makes them spans of the activity that sends them; never with their values. */
export class StatementWatch {
  constructor(
    private readonly logger: Logger,
    /** 0: none is logged. */
    private readonly slowMilliseconds: number,
  ) {}

  /** Sends it by `send`, as pg's own `query` does: with a callback, or answering a promise or the stream that was given. */
  send(send: Send, [first, ...rest]: readonly unknown[]): unknown {
    const sql = textOf(first);
    if (sql === undefined) return send(first, ...rest);
    const activity = Activity.current;
    const span = activity?.startSpan(() => spanOf(sql));
    if (!span && this.slowMilliseconds === 0) return send(first, ...rest);
    const begun = performance.now();
    const end = (error?: unknown) => this.end(sql, begun, activity, span, error);
    const callback = rest.at(-1);
    if (typeof callback === 'function')
      return send(first, ...rest.slice(0, -1), ending(callback as Callback, end));
    const answer = send(first, ...rest);
    if (answer instanceof Promise) return settling(answer, end);
    const stream = answer as Submittable;
    stream.once?.('close', () => end(stream.errored));
    return answer;
  }

  private end(
    sql: string,
    begun: number,
    activity: Activity | undefined,
    span: Span | undefined,
    error: unknown,
  ): void {
    const milliseconds = performance.now() - begun;
    if (error) fail(span, error);
    span?.end();
    if (this.slowMilliseconds === 0 || milliseconds < this.slowMilliseconds) return;
    const { name, text } = nameOfStatement(sql);
    const seconds = milliseconds / 1_000;
    this.logger.warn({ ...activity?.logFields, statement: name, seconds, text }, 'A statement was slow');
  }
}

function textOf(query: unknown): string | undefined {
  return typeof query === 'string' ? query : (query as Submittable | undefined)?.text;
}

function ending(callback: Callback, end: (error?: unknown) => void): Callback {
  return (error, ...results) => {
    end(error);
    callback(error, ...results);
  };
}

function settling<T>(answer: Promise<T>, end: (error?: unknown) => void): Promise<T> {
  return answer.then(
    (result) => {
      end();
      return result;
    },
    (error: unknown) => {
      end(error);
      throw error;
    },
  );
}

/** By OpenTelemetry's conventions for databases, without the text. */
function spanOf(sql: string): SpanDeclaration {
  const { name, operation, table } = nameOfStatement(sql);
  return {
    name: [operation, table].filter((part) => part !== undefined).join(' '),
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
      'db.query.summary': name,
    },
  };
}
