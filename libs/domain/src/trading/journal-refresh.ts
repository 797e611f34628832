import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { JournalRebuild } from './journal-rebuild';
import { Positions } from './positions';

interface DuePosition {
  readonly id: number;
  /** When the first entry was opened that may not be final. */
  readonly since: Date | null;
  readonly hasOtherMatching: boolean;
}

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
   * The entries of positions that were made by another matching; and the funding of those that are open or were closed within a day, for
   * rates are stored some time after they were settled.
   */
  async refresh(stop: AbortSignal): Promise<void> {
    const due = await this.dataSource.query<DuePosition[]>(
      `select * from (
         select position.id, position.matching <> $1 as "hasOtherMatching", (
           select min(entry_time) from trade_journal_entries
           where position_id = position.id and (exit_time is null or exit_time > now() - interval '1 day')
             and exists (select from funding_rates where (exchange, symbol) = (position.exchange, position.symbol))) as since
         from positions position) as position
       where "hasOtherMatching" or since is not null order by id`,
      [this.environment.tradeMatching],
    );
    for (const { id, since, hasOtherMatching } of due) {
      if (stop.aborted) return;
      // Entries that were opened at that very time are to be among them.
      const time = hasOtherMatching ? 0 : since!.getTime() + 1;
      await this.dataSource.transaction(async (manager) =>
        this.journal.rebuild(manager, await this.positions.lock(manager, [id]), [{ positionId: id, time }]),
      );
    }
  }
}
