import { ApiProperty } from '@nestjs/swagger';
import type { ShownRegime } from '#domain/analysis/store-regime';
import { type Interval, INTERVALS } from '#engine/market/interval';
import { REGIMES, type Regime } from '#engine/regime/label-states';
import { SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { IntegerField, IntervalField, TextField } from '../http/validation/fields';

const SYMBOL = { description: 'The symbol, matched verbatim', example: 'SPX', maximum: 128 };
const EXCHANGE = {
  description: 'The exchange, matched verbatim; the default exchange without',
  example: 'us',
  maximum: 64,
  optional: true,
};

export class RegimeQuery {
  @TextField(SYMBOL)
  symbol: string;

  @TextField(EXCHANGE)
  exchange?: string;

  @IntervalField({ optional: true, default: '1h' })
  interval: Interval = '1h';
}

export class ComputeRegimeDto {
  @TextField(SYMBOL)
  symbol: string;

  @TextField(EXCHANGE)
  exchange?: string;

  @IntervalField({ optional: true, default: '1h' })
  interval: Interval = '1h';

  @IntegerField({
    description: 'Days before the last closed candle that the model is fitted on',
    minimum: 1,
    maximum: 3_650,
    optional: true,
    default: 90,
  })
  lookback_days = 90;
}

export class RegimeResponse {
  @SymbolProperty()
  symbol: string;

  @ApiProperty({ example: 'us', description: 'The exchange of the candles' })
  exchange: string;

  @ApiProperty({ example: '1d', description: 'Interval of the bars', enum: INTERVALS })
  interval: string;

  @ApiProperty({ enum: REGIMES, description: 'Regime at the last closed candle', example: 'bear' })
  regime: Regime;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...REGIMES] },
    description:
      'One label per observation, oldest first: decoded forward, by a model that is fitted on the whole window. For what was known at the time, backtest with regime_filter, which refits',
    example: ['bull', 'ranging', 'bear'],
  })
  state_history: Regime[];

  @ApiProperty({
    description: 'Probability of the regime at the last closed candle, 0 to 1',
    example: 0.9731,
  })
  confidence: number;

  @ApiProperty({ format: 'date-time', example: '2024-01-02T00:00:00Z', description: 'When it was computed' })
  computed_at: string;
}

export function toRegimeFields(
  shown: Omit<ShownRegime, 'stateHistory'>,
): Omit<RegimeResponse, 'state_history'> {
  const { symbol, exchange, interval, regime, confidence, computedAt } = shown;
  return { symbol, exchange, interval, regime, confidence, computed_at: timeText(computedAt) };
}

/** JSON of a RegimeResponse, around the history that is spelled already. */
export function regimeText({ stateHistory, ...shown }: ShownRegime): string {
  return `${JSON.stringify(toRegimeFields(shown)).slice(0, -1)},"state_history":${stateHistory}}`;
}
