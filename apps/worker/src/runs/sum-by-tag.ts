import type { BacktestTradeColumns } from '#domain/backtesting/backtest-trade-columns';
import type { TagSum, TagSums } from '#domain/backtesting/stored-report';
import { sumDecimals } from '#engine/decimal/exact-decimal';

type Tagged = Pick<BacktestTradeColumns, 'entryTag' | 'exitTag' | 'pnl'>;

/** The trades by tag; undefined where none has any. */
export function sumByTag({ entryTag, exitTag, pnl }: Tagged): TagSums | undefined {
  if ([...entryTag, ...exitTag].every((tag) => tag === null)) return undefined;
  return { entry: sumsOf(entryTag, pnl), exit: sumsOf(exitTag, pnl) };
}

function sumsOf(tags: readonly (string | null)[], pnl: readonly string[]): TagSum[] {
  const byTag = new Map<string | null, string[]>();
  for (const [index, tag] of tags.entries()) {
    const known = byTag.get(tag);
    if (known) known.push(pnl[index]);
    else byTag.set(tag, [pnl[index]]);
  }
  const sums = [...byTag].map(([tag, results]) => ({
    tag,
    trades: results.length,
    pnl: sumDecimals(results),
    winRate: results.filter((result) => Number(result) > 0).length / results.length,
  }));
  return sums.sort((one, other) => rankOf(one.tag, other.tag));
}

/** Those without a tag come last. */
function rankOf(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}
