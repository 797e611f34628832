import { Injectable } from '@nestjs/common';
import { SymbolSentiment } from '#domain/headlines/symbol-sentiment';
import { toSentimentDetails } from './sentiment-details.dto';
import { type SentimentQuery, toSentiment } from './sentiment.dto';

@Injectable()
export class SentimentService {
  constructor(private readonly sentiment: SymbolSentiment) {}

  async read({ symbol, as_of }: SentimentQuery) {
    const now = new Date();
    return toSentiment(symbol, await this.sentiment.read(symbol, as_of ?? now), now);
  }

  async readDetails({ symbol, as_of }: SentimentQuery) {
    const computedAt = new Date();
    const asOf = as_of ?? computedAt;
    return toSentimentDetails(symbol, await this.sentiment.read(symbol, asOf), { asOf, computedAt });
  }
}
