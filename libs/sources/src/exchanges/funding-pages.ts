import { isDecimalText } from '#engine/decimal/decimal-text';
import { SourceFailure } from '../source-failure';
import type { SettledFunding } from './exchange-source';

export interface FundingPayment {
  readonly fundingTime: Date;
  /** Signed decimal text. */
  readonly fundingRate: string;
  readonly markPrice: string | null;
}

/** Both in ms, inclusive. */
interface FundingSpan {
  readonly from: number;
  readonly to: number;
}

/** Every settled payment of a span, ascending, in pages as they are fetched: what `fetch` answers from a time (ms) on. */
export async function* fundingPages(
  fetch: (since: number) => Promise<readonly SettledFunding[]>,
  { from, to }: FundingSpan,
): AsyncGenerator<readonly FundingPayment[]> {
  for (let since = from; since <= to;) {
    const payments = (await fetch(since)).filter(({ fundingTime }) => fundingTime >= since);
    if (payments.length === 0) return;
    const page = payments.filter(({ fundingTime }) => fundingTime <= to).map(checked);
    if (page.length > 0) yield page;
    since = payments[payments.length - 1].fundingTime + 1;
  }
}

function checked({ fundingTime, fundingRate, markPrice }: SettledFunding): FundingPayment {
  const time = new Date(fundingTime);
  if (!isDecimalText(fundingRate.replace(/^-/, ''))) {
    const message = `the funding rate of ${time.toISOString()} is no decimal: "${fundingRate}"`;
    throw new SourceFailure('malformed', message);
  }
  // Without one the candle's open is used.
  return { fundingTime: time, fundingRate, markPrice: isDecimalText(markPrice) ? markPrice : null };
}
