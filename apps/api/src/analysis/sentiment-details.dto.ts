import type { ScoredHeadline } from '#domain/headlines/symbol-sentiment';
import type { HeadlineSentiment, HeadlineShare } from '#engine/sentiment/aggregate-headlines';
import {
  FractionAnswer,
  IdAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TimeAnswer,
} from '../http/answer-fields';
import { timeText } from '../http/time-text';
import { SentimentResponse, toSentiment } from './sentiment.dto';

/** More would not be read; those left out weigh the least. */
const MOST_HEADLINES = 500;

export class HeadlineShareRead {
  @IdAnswer('of the headline', 7)
  id: number;

  @TextAnswer({ description: 'The headline', example: 'Bitcoin climbs to record high' })
  title: string;

  @TextAnswer({ description: 'Its address; null: it has none', nullable: true, example: null })
  link: string | null;

  @TextAnswer({ description: 'The host of a feed, or what the client said', example: 'newsroom' })
  source: string;

  @TimeAnswer({ description: 'When it was published', example: '2024-03-11T09:30:00Z' })
  published_at: string;

  @NumberAnswer('score, -1 to 1', {
    description: 'Score of its words; the title counts seven tenths where it has a summary',
    example: 0.5106,
  })
  score: number;

  @FractionAnswer({
    description: 'Its part of all weights; the weight of a headline halves every day',
    example: 0.25,
  })
  weight: number;

  @NumberAnswer('score, -1 to 1', {
    description:
      'Its part of the sentiment, score × weight: those of all headlines add up to sentiment_score',
    example: 0.1277,
  })
  contribution: number;
}

export class SentimentDetailsRead extends SentimentResponse {
  @TimeAnswer({ description: 'End of the 72 hours whose headlines count', example: '2024-03-11T12:00:00Z' })
  as_of: string;

  @ObjectAnswer([HeadlineShareRead], {
    description: `The headlines that count, the largest contribution first, at most ${MOST_HEADLINES}`,
  })
  headlines: HeadlineShareRead[];
}

export function toSentimentDetails(
  symbol: string,
  sentiment: HeadlineSentiment<ScoredHeadline>,
  { asOf, computedAt }: { readonly asOf: Date; readonly computedAt: Date },
): SentimentDetailsRead {
  return {
    ...toSentiment(symbol, sentiment, computedAt),
    as_of: timeText(asOf),
    headlines: sentiment.shares.slice(0, MOST_HEADLINES).map(toHeadlineShare),
  };
}

function toHeadlineShare({ headline, score, weight, contribution }: HeadlineShare<ScoredHeadline>) {
  const { id, title, link, source, publishedAt } = headline;
  return {
    id,
    title,
    link,
    source,
    published_at: timeText(new Date(publishedAt)),
    score,
    weight,
    contribution,
  };
}
