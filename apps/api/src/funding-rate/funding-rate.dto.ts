import { ApiProperty } from '@nestjs/swagger';
import { timeText } from '../http/time-text';
import { IntegerQueryField, TextField } from '../http/validation/fields';

export class FundingRatePath {
  @TextField({
    description: 'The perpetual swap, matched verbatim and percent-encoded (BTC%2FUSDT%3AUSDT)',
    example: 'BTC/USDT:USDT',
    maximum: 128,
  })
  symbol: string;
}

export class LatestFundingRateQuery {
  @TextField({
    description:
      'The exchange, matched verbatim. Without it the default exchange where that has the symbol, else the only one that has it',
    example: 'binance',
    maximum: 64,
    optional: true,
  })
  exchange?: string;
}

export class FundingRatesQuery extends LatestFundingRateQuery {
  @IntegerQueryField({
    description: 'Payments at most, the latest',
    minimum: 1,
    maximum: 1_000,
    optional: true,
    default: 100,
  })
  limit = 100;
}

export class FundingRateItem {
  @ApiProperty({ example: 'BTC/USDT:USDT', description: 'The perpetual swap' })
  symbol: string;

  @ApiProperty({
    format: 'decimal',
    description: "What longs pay shorts, as a signed fraction of the position's value",
    example: '-0.00012300',
  })
  funding_rate: string;

  @ApiProperty({ format: 'date-time', example: '2024-01-01T08:00:00Z', description: 'When it was settled' })
  funding_time: string;
}

export function toFundingRateItem(
  symbol: string,
  { fundingRate, fundingTime }: { fundingRate: string; fundingTime: Date },
): FundingRateItem {
  return { symbol, funding_rate: fundingRate, funding_time: timeText(fundingTime) };
}
