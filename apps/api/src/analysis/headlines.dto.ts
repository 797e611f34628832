import { ApiProperty } from '@nestjs/swagger';
import {
  type Headline,
  type HeadlineToStore,
  LONGEST_SUMMARY_CHARACTERS,
  LONGEST_TITLE_CHARACTERS,
} from '#domain/headlines/headlines';
import { PageQuery } from '../http/page.dto';
import { timeText } from '../http/time-text';
import {
  DateTimeField,
  NotesField,
  ObjectListField,
  TextField,
  TextListField,
} from '../http/validation/fields';

const MOST_HEADLINES = 1_000;
/** As long as a body may be: what is too long to be kept is cut. */
const LONGEST_TEXT = 1_048_576;

export class NewHeadline {
  @TextField({
    description: `The headline; trimmed, and cut to ${LONGEST_TITLE_CHARACTERS} characters`,
    example: 'Bitcoin climbs to record high as ETF inflows surge',
    maximum: LONGEST_TEXT,
  })
  title: string;

  @TextField({
    description: 'Its address, http or https; two headlines with one link are the same',
    example: 'https://example.com/bitcoin-record',
    maximum: 2_048,
    optional: true,
  })
  link?: string | null;

  @NotesField({
    description: `What it is about; trimmed, and cut to ${LONGEST_SUMMARY_CHARACTERS} characters`,
    example: 'Funds took in a billion dollars on Monday',
    maximum: LONGEST_TEXT,
    optional: true,
  })
  summary?: string | null;

  @DateTimeField({
    description: 'When it was published, one day from now at the latest',
    example: '2024-03-11T09:30:00Z',
  })
  published_at: Date;

  @TextField({
    description: 'Its source',
    example: 'newsroom',
    maximum: 128,
    optional: true,
    default: 'api',
  })
  source?: string | null;

  @TextListField({
    description: 'Symbols that it is about, matched verbatim, beside those whose names it holds',
    example: ['BTC/USDT'],
    mostItems: 50,
    maximum: 128,
    optional: true,
  })
  symbols?: string[] | null;
}

export class StoreHeadlinesDto {
  @ObjectListField(NewHeadline, {
    description: 'The headlines',
    mostItems: MOST_HEADLINES,
    example: [{ title: 'Bitcoin climbs to record high', published_at: '2024-03-11T09:30:00Z' }],
  })
  headlines: NewHeadline[];
}

export class HeadlinesQuery extends PageQuery {
  @TextField({
    description: 'Only the headlines that count for the sentiment of this symbol now',
    example: 'BTC/USDT',
    maximum: 128,
    optional: true,
  })
  symbol?: string;
}

export class HeadlinesReceipt {
  @ApiProperty({ type: 'integer', example: 3, description: 'Headlines in the request' })
  received: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'Headlines that were not stored before' })
  inserted: number;

  @ApiProperty({
    type: 'integer',
    description: 'Headlines that were stored already, or came twice',
    example: 1,
  })
  unchanged: number;
}

export class HeadlineFetchReceipt {
  @ApiProperty({ type: 'integer', example: 1_710_149_652_345, description: 'Identifier of the job' })
  job_id: number;

  @ApiProperty({ enum: ['pending'], example: 'pending', description: 'State of the job' })
  status: 'pending';
}

export class HeadlineRead {
  @ApiProperty({ type: 'integer', example: 17, description: 'Identifier of the headline' })
  id: number;

  @ApiProperty({ example: 'Bitcoin climbs to record high as ETF inflows surge', description: 'The headline' })
  title: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://example.com/bitcoin-record',
    description: 'Its address; null: it has none',
  })
  link: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Funds took in a billion dollars on Monday',
    description: 'What it is about; null: it has none',
  })
  summary: string | null;

  @ApiProperty({ description: 'The host of a feed, or what the client said', example: 'newsroom' })
  source: string;

  @ApiProperty({
    type: [String],
    description: 'Symbols that the client named, or whose feeds contained it',
    example: ['BTC/USDT'],
  })
  symbols: string[];

  @ApiProperty({ format: 'date-time', example: '2024-03-11T09:30:00Z', description: 'When it was published' })
  published_at: string;

  @ApiProperty({
    format: 'date-time',
    example: '2024-03-11T09:34:12.345Z',
    description: 'When it was stored',
  })
  fetched_at: string;
}

export function toHeadlineFetchReceipt(jobId: number): HeadlineFetchReceipt {
  return { job_id: jobId, status: 'pending' };
}

export function toHeadlineToStore(headline: NewHeadline): HeadlineToStore {
  const { title, link, summary, published_at, source, symbols } = headline;
  return {
    title,
    link: link ?? null,
    summary: summary?.trim() || null,
    publishedAt: published_at,
    source: source ?? 'api',
    symbols: [...new Set(symbols ?? [])],
  };
}

export function toHeadlineRead(headline: Headline): HeadlineRead {
  const { id, title, link, summary, source, symbols, publishedAt, fetchedAt } = headline;
  return {
    id,
    title,
    link,
    summary,
    source,
    symbols,
    published_at: timeText(publishedAt),
    fetched_at: timeText(fetchedAt),
  };
}
