import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type AlignedMembers } from './align-members';
import { type Allocation, type PortfolioSettings } from './portfolio-settings';

/** A decision and the bar that fills it. */
const FEWEST_BARS = 2;

/** Throws BacktestRefusal where the members leave nothing to run, or the settings do not suit them. */
export function refusePortfolio(aligned: AlignedMembers, settings: PortfolioSettings): void {
  const { openTime, first, members } = aligned;
  const bars = openTime.length - first;
  if (members.length === 0) throw new BacktestRefusal('the universe is empty');
  if (openTime.length === 0) throw new BacktestRefusal('there are no candles to test on');
  if (bars === 0) throw new BacktestRefusal('there are no candles in the requested range');
  if (bars < FEWEST_BARS) {
    throw new BacktestRefusal('one bar in the requested range is too few: at least 2 are needed');
  }
  refuseApart(aligned);
  const { allocation, rebalance } = settings;
  const ofUniverse = findUniverseProblem(allocation, members.length);
  if (ofUniverse !== undefined) throw new BacktestRefusal(ofUniverse);
  if (rebalance?.kind === 'bars' && rebalance.bars >= bars - 1) {
    throw new BacktestRefusal(
      `rebalance.bars of ${rebalance.bars} falls on no bar between the first and the last of the ${bars} bars of the range: ` +
        `it may be ${bars - 2} at most`,
    );
  }
}

/** What makes an allocation hold more members than there are, or undefined. */
export function findUniverseProblem(allocation: Allocation, members: number): string | undefined {
  if (allocation.kind !== 'ranking') return undefined;
  const { top, bottom } = allocation.ranking;
  return top + bottom > members
    ? `ranking.top and ranking.bottom hold ${top + bottom} members, the universe has ${members}`
    : undefined;
}

/** Several series of which no two have a candle at the same time are no portfolio. */
function refuseApart({ openTime, first, members }: AlignedMembers): void {
  let withBars = 0;
  let candlesInRange = 0;
  for (const { candles, firstBar, candleAt } of members) {
    if (firstBar === openTime.length) continue;
    let before = 0;
    for (let bar = 0; bar < first; bar++) if (candleAt[bar] >= 0) before++;
    const inRange = candles.length - before;
    candlesInRange += inRange;
    if (inRange > 0) withBars++;
  }
  if (withBars < 2 || candlesInRange > openTime.length - first) return;
  throw new BacktestRefusal(
    `the ${withBars} series never overlap: no bar of the range has candles of two of them`,
  );
}
