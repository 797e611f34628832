import type { SettledFunding } from '../exchange-source';
import { SourceFailure } from '../../source-failure';
import type { CcxtClient, CcxtFundingRow } from './ccxt-client';
import { decimalOf } from '../../decimal-of';
import { fundingPagingOf } from './requests';

const MINUTE_MILLISECONDS = 60_000;
/** Twenty years of eight-hourly payments by hundreds. */
const MOST_REQUESTS = 250;

/**
 * Settled payments from `since` (ms) on, ascending. Times are rounded to full minutes: exchanges report them some
 * milliseconds off. Where requests answer the latest payments, one after the other leads back to `since`.
 */
export async function fetchFunding(
  client: CcxtClient,
  symbol: string,
  since: number,
  signal: AbortSignal,
): Promise<readonly SettledFunding[]> {
  const { limit, forward, endParameter } = fundingPagingOf(client.id);
  const from = Math.max(0, since - MINUTE_MILLISECONDS / 2);
  const byTime = new Map<number, SettledFunding>();
  let end = Date.now();
  for (let request = 0; request < MOST_REQUESTS && !signal.aborted; request++) {
    const parameters = forward ? {} : { [endParameter]: end };
    const rows = await client.fetchFundingRateHistory(symbol, from, limit, parameters);
    const times = rows.map(({ timestamp }) => timestamp ?? 0);
    for (const row of rows) {
      const payment = toSettledFunding(row);
      if (payment.fundingTime >= since) byTime.set(payment.fundingTime, payment);
    }
    const earliest = Math.min(...times);
    if (forward || rows.length < limit || earliest <= since || earliest >= end) break;
    end = earliest;
  }
  return [...byTime.values()].sort((a, b) => a.fundingTime - b.fundingTime);
}

function toSettledFunding({ timestamp, fundingRate, info }: CcxtFundingRow): SettledFunding {
  if (timestamp === undefined || !Number.isSafeInteger(timestamp)) {
    throw new SourceFailure('malformed', 'a funding payment has no readable time');
  }
  const markPrice = (info as { markPrice?: unknown } | undefined)?.markPrice;
  return {
    fundingTime: Math.round(timestamp / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS,
    fundingRate: decimalOf(fundingRate),
    markPrice: markPrice ? decimalOf(markPrice) : null,
  };
}
