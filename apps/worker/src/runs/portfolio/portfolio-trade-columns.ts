import type { PortfolioTradeColumns } from '#domain/portfolios/portfolio-results';
import { type CandleColumns, firstCandleAtOrAfter } from '#engine/market/candle-columns';
import { type Excursions, measureExcursions } from '#engine/performance/measure-excursions';
import type { PortfolioMember, PortfolioTrade } from '#engine/portfolio/portfolio';
import { columnsOfTrades } from '../to-trade-columns';

/** What is stored of the trades of a portfolio, in the order of their entries. */
export function toPortfolioTradeColumns(
  trades: readonly PortfolioTrade[],
  members: readonly PortfolioMember[],
): PortfolioTradeColumns {
  return {
    ...columnsOfTrades(trades, measureByMember(trades, members)),
    member: trades.map(({ member }) => member),
  };
}

/** Each by the candles of its member. */
function measureByMember(trades: readonly PortfolioTrade[], members: readonly PortfolioMember[]): Excursions {
  const mae = new Float64Array(trades.length);
  const mfe = new Float64Array(trades.length);
  const positions: number[][] = members.map(() => []);
  for (const [position, { member }] of trades.entries()) positions[member].push(position);
  for (const [member, ofMember] of positions.entries()) {
    if (ofMember.length === 0) continue;
    const { candles } = members[member];
    const found = measureExcursions(
      ofMember.map((position) => onCandles(trades[position], candles)),
      candles,
    );
    for (const [index, position] of ofMember.entries()) {
      mae[position] = found.mae[index];
      mfe[position] = found.mfe[index];
    }
  }
  return { mae, mfe };
}

/** With positions in the candles of the member, which may have fewer than the account has bars. */
function onCandles(trade: PortfolioTrade, candles: CandleColumns) {
  const at = (time: number) => Math.max(0, firstCandleAtOrAfter(candles, time + 1) - 1);
  return { ...trade, entryIndex: at(trade.entryTime), exitIndex: at(trade.exitTime) };
}
