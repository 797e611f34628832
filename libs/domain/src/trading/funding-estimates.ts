import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Contract, Leg, RoundTrip } from '#engine/trades/round-trip';
import type { PositionName } from './positions';
import { SETTLED_AT, SETTLEMENT_PRICE } from './settlements';
import type { SymbolTerms } from './symbol-terms';

interface Scope {
  readonly terms: SymbolTerms;
  readonly contract: Contract;
  readonly roundTrips: readonly RoundTrip[];
}

/** Funding of round trips in perpetuals, estimated by the stored rates on what was held when each was settled. */
@Injectable()
export class FundingEstimates {
  /**
   * By the index of the round trip: what was received (negative: paid) in the settlement currency, to 18 decimal places; null where no stored
   * rate applies. A fill at the moment of a settlement comes after it.
   */
  async of(
    manager: EntityManager,
    { exchange, symbol }: Pick<PositionName, 'exchange' | 'symbol'>,
    { terms, contract, roundTrips }: Scope,
  ): Promise<(string | null)[]> {
    const amounts = roundTrips.map((): string | null => null);
    if (terms.isSpot || roundTrips.length === 0) return amounts;
    const legs = roundTrips.flatMap((trip, index) => trip.legs.map((leg) => ({ index, leg })));
    const rows = await manager.query<{ index: number; amount: string }[]>(
      estimateStatement(contract.isInverse),
      [
        exchange,
        symbol,
        contract.multiplier,
        legs.map(({ index }) => index),
        legs.map(({ leg }) => leg.time),
        legs.map(({ leg }) => signed(leg)),
        roundTrips.flatMap(({ exitTime }, index) => (exitTime === null ? [index] : [])),
      ],
    );
    for (const { index, amount } of rows) amounts[index] = amount;
    return amounts;
  }
}

function signed({ side, quantity }: Leg): string {
  return side === 'buy' ? quantity : `-${quantity}`;
}

const estimateStatement = (isInverse: boolean) => `
  with leg as materialized (
    select index, since, sum(quantity) over of_trip as held,
      lead(since, 1, case when index = any($7::integer[]) then now() end) over of_trip as until
    from unnest($4::integer[], $5::bigint[], $6::numeric[]) with ordinality as given (index, milliseconds, quantity, n)
    cross join lateral (select timestamptz 'epoch' + milliseconds * interval '1 millisecond') as leg (since)
    window of_trip as (partition by index order by n)
  ), settlement as materialized (
    select ${SETTLED_AT} as settled_at, funding_rate, ${SETTLEMENT_PRICE} as price
    from funding_rates
    where exchange = $1 and symbol = $2 and funding_time <= now()
      and funding_time > (select min(since) from leg) - interval '1 minute'
  )
  select index, trim_scale(round(
    sum(-held * $3::numeric * funding_rate ${isInverse ? '/' : '*'} price), 18))::text as amount
  from leg join settlement on settled_at > since and settled_at <= until
  where held <> 0 and price is not null group by index`;
