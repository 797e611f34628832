import { formatDate } from '#engine/market/parse-time';

/** A symbol cannot be filled for a reason that another try would not change. */
export class BackfillRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackfillRefusal';
  }
}

/** `since`: the first session that differs, ms since 1970 UTC; `sessions`: how many do. */
export function notComparable(
  provider: string,
  symbol: string,
  { since, sessions }: { readonly since: number; readonly sessions: number },
): BackfillRefusal {
  return new BackfillRefusal(
    `${provider}'s prices of ${symbol} differ from the stored ones in ${sessions} sessions, the first ${formatDate(since)}, ` +
      'without a split and without one ratio over at least 20 sessions; nothing was changed',
  );
}

/** `exDate`: of the split. */
export function notAdjusted(provider: string, symbol: string, exDate: string): BackfillRefusal {
  return new BackfillRefusal(
    `${provider} reports a split of ${symbol} on ${exDate}, but its own prices before that are the old ones still; ` +
      'nothing was changed',
  );
}
