import type { DataSource, EntityManager } from 'typeorm';
import type { RunFingerprint } from './stored-report';
import type { Verification, VerificationOutcome } from './verification';

/** Where runs of a kind keep their verifications and reports: rows under the id of the run. */
interface VerifiedTables {
  readonly verifications: 'backtest_verifications' | 'portfolio_verifications';
  readonly reports: 'backtest_reports' | 'portfolio_reports';
  readonly key: 'backtest_id' | 'portfolio_id';
}

/** Verifications of completed runs of a kind, one per run at a time. */
export abstract class RunVerifications {
  constructor(
    protected readonly dataSource: DataSource,
    private readonly tables: VerifiedTables,
  ) {}

  /** False when one is under way already. */
  async begin(manager: EntityManager, id: number): Promise<boolean> {
    const { verifications, key } = this.tables;
    const rows = await manager.query<unknown[]>(
      `insert into ${verifications} as verification (${key}) values ($1)
       on conflict (${key}) do update set status = 'pending', outcome = null
         where verification.status in ('completed', 'failed')
       returning 1`,
      [id],
    );
    return rows.length > 0;
  }

  async find(id: number): Promise<Verification | null> {
    const { verifications, key } = this.tables;
    const rows = await this.dataSource.query<Verification[]>(
      `select status, outcome from ${verifications} where ${key} = $1`,
      [id],
    );
    return rows.at(0) ?? null;
  }

  async storeOutcome(manager: EntityManager, id: number, outcome: VerificationOutcome): Promise<void> {
    const { verifications, key } = this.tables;
    await manager.query(`update ${verifications} set outcome = $2 where ${key} = $1`, [
      id,
      JSON.stringify(outcome),
    ]);
  }

  /** Null where the run has no report of its own. */
  async storedFingerprint(id: number): Promise<RunFingerprint | null> {
    const { reports, key } = this.tables;
    const rows = await this.dataSource.query<{ fingerprint: RunFingerprint }[]>(
      `select report -> 'fingerprint' as fingerprint from ${reports} where ${key} = $1`,
      [id],
    );
    return rows.at(0)?.fingerprint ?? null;
  }

  /** Whether `stored`, a query that answers the columns of the trades of the run with the first parameter as its id, has what `given` selects. */
  protected async holdsTrades(
    stored: string,
    given: string,
    parameters: readonly unknown[],
    count: number,
  ): Promise<boolean> {
    const [found] = await this.dataSource.query<{ count: number; others: number }[]>(
      `with stored as (${stored})
       select (select count(*)::integer from stored) as count,
         (select count(*)::integer from (table stored except ${given}) other) as others`,
      [...parameters],
    );
    return found.count === count && found.others === 0;
  }
}
