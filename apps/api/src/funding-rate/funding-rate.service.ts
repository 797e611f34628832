import { Inject, Injectable } from '@nestjs/common';
import { FundingRates } from '#domain/funding/funding-rates';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { chooseExchange } from '../http/choose-exchange';
import {
  type FundingRateItem,
  type FundingRatesQuery,
  type LatestFundingRateQuery,
  toFundingRateItem,
} from './funding-rate.dto';

@Injectable()
export class FundingRateService {
  constructor(
    private readonly rates: FundingRates,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async list(symbol: string, { exchange, limit }: FundingRatesQuery): Promise<FundingRateItem[]> {
    const chosen = exchange ?? (await this.exchangeOf(symbol));
    if (chosen === undefined) return [];
    const payments = await this.rates.latest({ exchange: chosen, symbol }, limit);
    return payments.map((payment) => toFundingRateItem(symbol, payment));
  }

  /** As text: for a null Nest would send no body at all. */
  async latest(symbol: string, { exchange }: LatestFundingRateQuery): Promise<string> {
    const [item = null] = await this.list(symbol, { exchange, limit: 1 });
    return JSON.stringify(item);
  }

  /** Undefined when no exchange has funding of the symbol. */
  private async exchangeOf(symbol: string): Promise<string | undefined> {
    const exchanges = await this.rates.exchangesOf(symbol);
    return chooseExchange(exchanges, this.environment.defaultExchange, `funding of ${symbol}`);
  }
}
