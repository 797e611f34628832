import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { exclusively } from '../postgres/exclusively';

const HEADLINES_AT_ONCE = 5_000;
/** Nobody has it configured any more; a worker with other feeds must not take those of its neighbour for forgotten. */
const FEED_KEPT_DAYS = 30;

/** Deletes headlines that are older than they are kept, and what is known of feeds that are no longer requested. */
@Injectable()
export class HeadlineRetention {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Whether a headline of that time is worth storing: an older one would be deleted at once, and published again by its feed. */
  keeps(publishedAt: Date | null): boolean {
    const oldest = this.oldestKept();
    return oldest === undefined || publishedAt === null || publishedAt >= oldest;
  }

  async deleteOld(stop: AbortSignal): Promise<void> {
    await exclusively(this.dataSource, 'delete old headlines', (ending) => this.delete(ending), { stop });
  }

  private async delete(ending: AbortSignal): Promise<void> {
    await this.dataSource.query(
      'delete from headline_feeds where greatest(asked_at, succeeded_at) < now() - make_interval(days => $1)',
      [FEED_KEPT_DAYS],
    );
    const oldest = this.oldestKept();
    if (oldest === undefined) return;
    let deleted = HEADLINES_AT_ONCE;
    while (deleted === HEADLINES_AT_ONCE && !ending.aborted) {
      [, deleted] = await this.dataSource.query<[unknown, number]>(
        `delete from headlines where id in (
           select id from headlines where published_at < $1 order by published_at, id limit $2 for update skip locked)`,
        [oldest, HEADLINES_AT_ONCE],
      );
    }
  }

  private oldestKept(): Date | undefined {
    const { headlineDays } = this.environment;
    return headlineDays === undefined ? undefined : new Date(Date.now() - headlineDays * DAY_MILLISECONDS);
  }
}
