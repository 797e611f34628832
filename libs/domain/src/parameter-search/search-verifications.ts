import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RunFingerprint } from '../backtesting/stored-report';
import type { Verification } from '../backtesting/verification';
import { removeJobsOfSearch } from './parameter-searches';
import type { StoredSweep, StoredWalkForward } from './stored-search-result';

const REQUESTED =
  'strategy_name, symbol, interval, exchange, start_date, end_date, allocation, universe_name, members, datasets, settings';

/**
 * Verifications of completed searches, one per search at a time. Each is a search of its own with the same request, so it is
 * planned, cut into chunks, swept and given up as every search is; its result says what is not as it was.
 */
@Injectable()
export class SearchVerifications {
  constructor(private readonly dataSource: DataSource) {}

  /** The id of the search that is to be run; undefined when a verification is under way already, or the search is deleted. */
  async begin(manager: EntityManager, searchId: number): Promise<number | undefined> {
    // Who requests one at the same time waits here, and then joins.
    await manager.query('select from parameter_searches where id = $1 for no key update', [searchId]);
    const [over] = await manager.query<({ id: number } | undefined)[]>(
      `select id from parameter_searches where verified_search_id = $1 and status in ('completed', 'failed')`,
      [searchId],
    );
    if (over) {
      await removeJobsOfSearch(manager, over.id);
      await manager.query('delete from parameter_searches where id = $1', [over.id]);
    }
    const rows = await manager.query<{ id: number }[]>(
      `insert into parameter_searches
         (kind, verified_search_id, ${REQUESTED})
       select 'verification', id, ${REQUESTED}
       from parameter_searches where id = $1
       on conflict (verified_search_id) where verified_search_id is not null do nothing
       returning id`,
      [searchId],
    );
    return rows.at(0)?.id;
  }

  /** Null when none was begun. One that lost its workers too often, or has no outcome, has failed. */
  async find(searchId: number): Promise<Verification | null> {
    const rows = await this.dataSource.query<Verification[]>(
      `select case when status in ('pending', 'running') then 'pending'
           when status = 'completed' and result ? 'identical' then 'completed' else 'failed' end as status,
         result as outcome
       from parameter_searches where verified_search_id = $1`,
      [searchId],
    );
    return rows.at(0) ?? null;
  }

  /** What the run of a search hangs on; null when it is not completed. */
  async storedFingerprint(searchId: number): Promise<RunFingerprint | null> {
    const rows = await this.dataSource.query<{ fingerprint: RunFingerprint | null }[]>(
      `select result -> 'fingerprint' as fingerprint from parameter_searches where id = $1`,
      [searchId],
    );
    return rows.at(0)?.fingerprint ?? null;
  }

  /** Whether a result is, but for its fingerprint, the stored one in every digit. */
  async holds(searchId: number, result: StoredWalkForward | StoredSweep): Promise<boolean> {
    const rows = await this.dataSource.query<{ same: boolean }[]>(
      `select result - 'fingerprint' = $2::jsonb - 'fingerprint' as same from parameter_searches where id = $1`,
      [searchId, JSON.stringify(result)],
    );
    return rows.at(0)?.same ?? false;
  }
}
