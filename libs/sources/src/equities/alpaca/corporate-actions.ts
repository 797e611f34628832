import { sumDecimalText } from '#engine/decimal/decimal-text';
import type { Dividend, Split } from '../equity-source';
import { dateAt, listAt, positiveDecimalAt, recordAt } from '../json-value';
import { splitAdjustment } from '../split-adjustment';

type Page = Readonly<Record<string, unknown>>;
type Action = Readonly<Record<string, unknown>>;

/** The splits that the pages of corporate actions report. */
export function readSplits(pages: readonly Page[], symbol: string): Split[] {
  return ['forward_splits', 'reverse_splits'].flatMap((kind) =>
    actionsOf(pages, kind, symbol).map((action) => ({
      exDate: exDateOf(action, kind),
      numerator: positiveDecimalAt(action.new_rate, `alpaca: ${kind}.new_rate`),
      denominator: positiveDecimalAt(action.old_rate, `alpaca: ${kind}.old_rate`),
    })),
  );
}

/** The dividends, one for each date whatever was paid on it, adjusted for the splits since. */
export function readDividends(
  pages: readonly Page[],
  symbol: string,
  splitsSoFar: readonly Split[],
): Dividend[] {
  const kind = 'cash_dividends';
  const byDate = new Map<string, string>();
  for (const action of actionsOf(pages, kind, symbol)) {
    const exDate = exDateOf(action, kind);
    const rate = positiveDecimalAt(action.rate, `alpaca: ${kind}.rate`);
    byDate.set(exDate, sumDecimalText(byDate.get(exDate) ?? '0', rate));
  }
  const { perShare } = splitAdjustment(splitsSoFar);
  return [...byDate].map(([exDate, amount]) => ({ exDate, amount: perShare(amount, exDate) }));
}

/** Each once, should a page repeat what the one before finished with. */
function actionsOf(pages: readonly Page[], kind: string, symbol: string): Action[] {
  const actions = new Map<unknown, Action>();
  for (const page of pages) {
    const kinds = recordAt(page.corporate_actions, 'alpaca: corporate_actions');
    for (const value of listAt(kinds[kind] ?? [], `alpaca: ${kind}`)) {
      const action = recordAt(value, `alpaca: ${kind}`);
      if (action.symbol === symbol) actions.set(action.id ?? JSON.stringify(action), action);
    }
  }
  return [...actions.values()];
}

function exDateOf(action: Action, kind: string): string {
  return dateAt(action.ex_date, `alpaca: ${kind}.ex_date`);
}
