import { type FeePresets, ratesOf } from '#engine/market/fee-presets';
import { DecimalAnswer, FlagAnswer, ObjectAnswer, TextAnswer } from '../http/answer-fields';

const TIER_NOTE =
  'The rates of an account without volume discount; yours may differ: give them in execution.fees';

class FeeRatesRead {
  @DecimalAnswer('fraction of the value', {
    description: 'Fee of a limit order that rests in the book; negative: a rebate',
    example: '0.001',
  })
  maker: string;

  @DecimalAnswer('fraction of the value', {
    description: 'Fee of an order that is filled at once',
    example: '0.001',
  })
  taker: string;
}

class MarketFeesRead {
  @ObjectAnswer(FeeRatesRead, { description: 'Spot market, where the exchange has one', required: false })
  spot?: FeeRatesRead;

  @ObjectAnswer(FeeRatesRead, {
    description: 'Perpetual futures, where the exchange has them',
    required: false,
  })
  swap?: FeeRatesRead;
}

/** The fees of an exchange, of its first market and by market. */
export class FeePresetRead extends FeeRatesRead {
  @ObjectAnswer(MarketFeesRead, {
    description:
      'Rates by market; maker and taker next to it are those of spot, or of swap where there is no spot market',
  })
  markets: MarketFeesRead;

  @TextAnswer({ description: 'Month of the rates, YYYY-MM', example: '2026-11' })
  as_of: string;

  @TextAnswer({ description: 'Where the rates are published', example: 'Binance fee schedule, regular user' })
  source: string;

  @FlagAnswer({ description: 'Whether sources disagree on the rates', example: false })
  approximate: boolean;

  @TextAnswer({ description: 'What accounts the rates apply to', example: TIER_NOTE })
  note: string;
}

export function toFeePresets(presets: FeePresets): Record<string, FeePresetRead> {
  return Object.fromEntries(
    Object.entries(presets).map(([exchange, preset]) => {
      const { markets, asOf, source, approximate = false } = preset;
      // Each preset has a market.
      const { maker, taker } = ratesOf(preset)!;
      return [exchange, { maker, taker, markets, as_of: asOf, source, approximate, note: TIER_NOTE }];
    }),
  );
}
