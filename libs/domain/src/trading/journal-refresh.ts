import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { JournalRebuild } from './journal-rebuild';
import { lastCloseBy } from './last-close';
import { Positions } from './positions';
import { SETTLED_AT, SETTLEMENT_PRICE } from './settlements';
import { STORED_INTERVALS } from './stored-intervals';

interface DuePosition {
  readonly id: number;
  /** The last period that began before it, and what is after that, may not be final. */
  readonly since: Date | null;
  readonly hasOtherMatching: boolean;
}

/** SQL, of `entry` and its `position`: rates are stored some time after they were settled, and corrected. */
const MAY_BE_FUNDED = `
  (exit_time is null or exit_time > now() - interval '1 day')
  and exists (select from funding_rates where (exchange, symbol) = (position.exchange, position.symbol))`;

/** The rates of a trade that is over, or their prices, were stored later than its fills. */
const HAS_NEW_FUNDING = `
  funding is null and exit_time is not null and exists (
    select from funding_rates where (exchange, symbol) = (position.exchange, position.symbol)
      and funding_time > entry.entry_time - interval '1 minute' and funding_time < entry.exit_time + interval '1 minute'
      and ${SETTLED_AT} > entry.entry_time and ${SETTLED_AT} <= entry.exit_time and ${SETTLEMENT_PRICE} is not null)`;

/**
 * SQL, of a `position`: the first fill whose fee has a price now, as FeeRates finds it. By the position, not by its entries: under FIFO many
 * of these are open at the same time.
 */
const NEW_FEE_RATE_SINCE = `
  select min(fill.time)
  from (
    select distinct fee ->> 'currency' as fee_currency, currency
    from trade_journal_entries cross join jsonb_array_elements(fees_apart) as fee
    where position_id = position.id and fees_apart <> '[]'
  ) as apart
  join series on series.symbol in (apart.fee_currency || '/' || apart.currency, apart.currency || '/' || apart.fee_currency)
  join ${STORED_INTERVALS} using (interval)
  join fills fill on fill.position_id = position.id and fill.fee_currency = apart.fee_currency
    and fill.fee <> 0 and fill.fee_rate is null
  cross join lateral (${lastCloseBy('fill.time')}) as candle`;

/** Makes journal entries anew whose fills have not changed, but what they are computed by. */
@Injectable()
export class JournalRefresh {
  constructor(
    private readonly dataSource: DataSource,
    private readonly positions: Positions,
    private readonly journal: JournalRebuild,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * The entries of positions that were made by another matching; of those that are open or were closed within a day, for their funding;
   * and of those whose fees have a price, or whose funding has a rate, that was stored later than their fills.
   */
  async refresh(stop: AbortSignal): Promise<void> {
    const due = await this.dataSource.query<DuePosition[]>(
      `select * from (
         select position.id, position.matching <> $1 as "hasOtherMatching", least((
           select min(entry_time) + interval '1 millisecond' from trade_journal_entries entry
           where position_id = position.id and ((${MAY_BE_FUNDED}) or (${HAS_NEW_FUNDING}))
         ), (${NEW_FEE_RATE_SINCE})) as since
         from positions position) as position
       where "hasOtherMatching" or since is not null order by id`,
      [this.environment.tradeMatching],
    );
    for (const { id, since, hasOtherMatching } of due) {
      if (stop.aborted) return;
      const time = hasOtherMatching ? 0 : since!.getTime();
      await this.dataSource.transaction(async (manager) =>
        this.journal.rebuild(manager, await this.positions.lock(manager, [id]), [{ positionId: id, time }]),
      );
    }
  }
}
