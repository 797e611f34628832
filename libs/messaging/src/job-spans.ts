import { SpanKind } from '@opentelemetry/api';
import type { SpanDeclaration } from '#platform/tracing/activity';
import { type JobName, jobIdOf, type JobPayload } from './jobs';

/** By OpenTelemetry's conventions for messaging: the queue is the destination, a job the message. */
const SYSTEM = { 'messaging.system': 'bullmq' } as const;

/** The span of jobs that are submitted together. */
export function enqueuing(name: JobName, count: number): SpanDeclaration {
  return {
    name: `send ${name}`,
    kind: SpanKind.PRODUCER,
    attributes: {
      ...SYSTEM,
      'messaging.operation.type': 'send',
      'messaging.operation.name': 'send',
      'messaging.destination.name': name,
      ...(count > 1 && { 'messaging.batch.message_count': count }),
    },
  };
}

/** The span of a run in a worker. */
export function processing(name: JobName, payload: JobPayload): SpanDeclaration {
  return {
    name: `process ${name}`,
    kind: SpanKind.CONSUMER,
    attributes: {
      ...SYSTEM,
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': name,
      'messaging.message.id': jobIdOf(name, payload),
    },
  };
}
