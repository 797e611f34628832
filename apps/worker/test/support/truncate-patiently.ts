import type { JobStage } from './job-stage';
import { eventually } from './within';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Empties tables while services use them. Workers that live lock the same tables in an order of their own. Who gives up sooner
 * than Postgres looks for deadlocks (after one second) ends them before anybody is hurt.
 */
export async function truncatePatiently(stage: JobStage, tables: string): Promise<void> {
  const isTruncated = async () => {
    try {
      await stage.query(`set local lock_timeout = '100ms'; truncate ${tables}`);
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      return false;
    }
  };
  await eventually('the tables are emptied', isTruncated, Boolean);
}
