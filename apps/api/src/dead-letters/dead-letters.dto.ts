import {
  DEAD_LETTER_STATUSES,
  type DeadLetter,
  type DeadLetterStatus,
} from '#domain/trading/dead-letter.entity';
import type { ListedDeadLetter } from '#domain/trading/dead-letters';
import type { FillOutcome } from '#domain/trading/stated-fills';
import { TRADING_KINDS, type TradingKind, utf8TextOf } from '#domain/trading/trading-delivery';
import {
  CountAnswer,
  IdAnswer,
  MapAnswer,
  ObjectAnswer,
  TextAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { RecordPageQuery } from '../http/page.dto';
import { timeText } from '../http/time-text';
import { TRADING_EXAMPLES, TRADING_MESSAGE_SCHEMA } from '../http/trading.schema';
import { ObjectField, OneOfField } from '../http/validation/fields';

/** Outcome of a message that was ingested. */
const INGEST_OUTCOMES = ['inserted', 'updated', 'unchanged'] as const satisfies readonly FillOutcome[];

const CONTENT_ENCODINGS = ['utf-8', 'base64'] as const;

export class ListDeadLettersQuery extends RecordPageQuery {
  @OneOfField(TRADING_KINDS, { description: 'What the message was to be', example: 'fill', optional: true })
  kind?: TradingKind;

  @OneOfField(DEAD_LETTER_STATUSES, {
    description: 'Those of this status',
    example: 'waiting',
    optional: true,
  })
  status?: DeadLetterStatus;
}

export class ReplayDeadLetterDto {
  @ObjectField({
    description:
      'The corrected message, of the same kind; without it the stored one is ingested again. Without a time of its own it counts as stated ' +
      'when the stream stored the dead letter',
    schema: TRADING_MESSAGE_SCHEMA,
    example: TRADING_EXAMPLES.fill,
    optional: true,
  })
  message?: Record<string, unknown> | null;
}

export class DeadLetterProblem {
  @TextAnswer({ description: 'The field, or `message` for the whole message', example: 'price' })
  field: string;

  @TextAnswer({ description: 'What is wrong with it, to follow its name', example: 'is required' })
  message: string;
}

export class DeadLetterRead {
  @IdAnswer('of the dead letter', 7)
  id: number;

  @WordAnswer(TRADING_KINDS, { description: 'What the message was to be', example: 'fill' })
  kind: TradingKind;

  @TextAnswer({ description: 'Subject of the message', example: 'trading.fill.main' })
  subject: string;

  @TextAnswer({ description: 'JetStream stream that it came from', example: 'TRADING' })
  stream: string;

  @CountAnswer('index in the stream, from 1', { description: 'Number of the message', example: 1042 })
  sequence: number;

  @TimeAnswer({ description: 'When the stream stored the message', example: '2024-01-02T00:00:03.500Z' })
  sent_at: string;

  @CountAnswer('attempts', {
    description: 'How often it had been delivered when it was given up',
    example: 1,
  })
  deliveries: number;

  @ObjectAnswer([DeadLetterProblem], { description: 'What is wrong with it, by the last try' })
  reason: readonly DeadLetterProblem[];

  @WordAnswer(DEAD_LETTER_STATUSES, {
    description: 'Whether somebody has decided about it',
    example: 'waiting',
  })
  status: DeadLetterStatus;

  @WordAnswer(INGEST_OUTCOMES, {
    description: 'Outcome of its replay; null before',
    example: null,
    nullable: true,
  })
  outcome: FillOutcome | null;

  @TimeAnswer({ description: 'When it became a dead letter', example: '2024-01-02T00:00:03.750Z' })
  received_at: string;

  @TimeAnswer({
    description: 'When it was replayed or discarded; null before',
    example: null,
    nullable: true,
  })
  decided_at: string | null;
}

export class DeadLetterDetailsRead extends DeadLetterRead {
  @TextAnswer({
    description: 'The message as it came, by content_encoding',
    example: '{"fill_id":"28457","account":"main"}',
  })
  content: string;

  @WordAnswer(CONTENT_ENCODINGS, { description: 'How the bytes of the message are shown', example: 'utf-8' })
  content_encoding: (typeof CONTENT_ENCODINGS)[number];

  @MapAnswer(
    { type: 'array', items: { type: 'string' } },
    {
      description: 'Headers of the message, each with all its values',
      example: { 'Nats-Msg-Id': ['28457'] },
    },
  )
  headers: Readonly<Record<string, readonly string[]>>;
}

export function toDeadLetter(letter: ListedDeadLetter): DeadLetterRead {
  const { id, kind, subject, stream, deliveries, reason, status, outcome } = letter;
  return {
    id,
    kind,
    subject,
    stream,
    sequence: Number(letter.sequence),
    sent_at: timeText(letter.sentAt),
    deliveries,
    reason,
    status,
    outcome,
    received_at: timeText(letter.receivedAt),
    decided_at: timeText(letter.decidedAt),
  };
}

export function toDeadLetterDetails(letter: DeadLetter): DeadLetterDetailsRead {
  const listed: Pick<DeadLetterRead, keyof DeadLetterRead> = toDeadLetter(letter);
  const { content, headers } = letter;
  const text = utf8TextOf(content);
  return {
    ...listed,
    content: text ?? content.toString('base64'),
    content_encoding: text === undefined ? 'base64' : 'utf-8',
    headers,
  };
}
