import type { EntityManager } from 'typeorm';
import type { RunKey } from '../job-runs/end-runs';
import { formatDateTime } from '#engine/market/parse-time';
import { eventLogOf } from '../event-log/event-log';
import type { EventData, EventKind } from './events';
import { recordEvents } from './record-events';

type Status = 'completed' | 'failed';

/** What the rows of all resources have that a job finished in this transaction. */
interface FinishedRow {
  readonly id: number;
  readonly status: Status;
  readonly error: string | null;
  readonly finishedAt: Date;
}

interface RunRow extends FinishedRow {
  readonly kind: 'walk_forward' | 'sweep';
  readonly strategy_name: string;
  readonly exchange: string | null;
  readonly symbol: string;
  readonly interval: string;
  readonly start_date: string;
  readonly end_date: string;
}

/** Days as text; the transaction's time distinguishes what it finished from what was over before. */
const RUN = `id, status, failure_reason as error, finished_at as "finishedAt", strategy_name, exchange, symbol, interval,
  start_date::text, end_date::text`;
const FIGURES = 'sharpe_ratio, max_drawdown, total_return';
const IS_FINISHED = `status in ('completed', 'failed') and finished_at = now()`;

type Report = (manager: EntityManager, run: RunKey) => Promise<[EventKind, EventData] | undefined>;

const search: Report = async (manager, { subject, run }) => {
  const id = subject.split(':', 1)[0];
  const rows = await manager.query<RunRow[]>(
    `select kind, ${RUN} from parameter_searches where id = $1 and kind in ('walk_forward', 'sweep') and ${IS_FINISHED}`,
    [id],
  );
  return rows.map(({ kind, ...row }): [EventKind, EventData] => {
    return [kind === 'sweep' ? 'sweep.finished' : 'walk-forward.finished', finished(row, run)];
  })[0];
};

/** By the name of the job. Jobs of other names, verifications among them, report nothing. */
const REPORTS: Readonly<Partial<Record<string, Report>>> = {
  backtest: async (manager, { subject, run }) => {
    const rows = await manager.query<(Omit<RunRow, 'kind'> & Figures)[]>(
      `select ${RUN}, ${FIGURES} from backtests where id = $1 and ${IS_FINISHED}`,
      [subject],
    );
    return rows.map((row): [EventKind, EventData] => ['backtest.finished', finished(row, run)])[0];
  },
  portfolio: async (manager, { subject, run }) => {
    const rows = await manager.query<(FinishedRow & Portfolio)[]>(
      `select id, status, failure_reason as error, finished_at as "finishedAt", allocation, strategy_name,
         universe_name as universe, member_count, interval, start_date::text, end_date::text, ${FIGURES}
       from portfolio_runs where id = $1 and ${IS_FINISHED}`,
      [subject],
    );
    return rows.map((row): [EventKind, EventData] => ['portfolio.finished', finished(row, run)])[0];
  },
  'parameter-search': search,
  'parameter-search-chunk': search,
  'parameter-search-assemble': search,
  'equity-backfill': async (manager, { subject, run }) => {
    const rows = await manager.query<(FinishedRow & Ingest)[]>(
      `select id, status, last_error as error, finished_at as "finishedAt", start_date::text, end_date::text,
         array(select symbol from equity_ingest_symbols where ingest_id = id order by symbol) as symbols
       from equity_ingests where id = $1 and ${IS_FINISHED}`,
      [subject],
    );
    return rows.map((row): [EventKind, EventData] => ['equities.ingested', finished(row, run)])[0];
  },
  'gap-repair': async (manager, { subject, run }) => {
    const rows = await manager.query<Omit<EventData<'gap.repaired'>, 'run'>[]>(
      `select id as job_id, exchange, symbol, interval, asked as requested, repaired, no_trades, still_missing
       from gap_repairs where id = $1 and status = 'completed' and finished_at = now()`,
      [subject],
    );
    return rows.map((row): [EventKind, EventData] => ['gap.repaired', { ...row, run }])[0];
  },
};

type Figures = Pick<EventData<'backtest.finished'>, 'sharpe_ratio' | 'max_drawdown' | 'total_return'>;
type Portfolio = Omit<EventData<'portfolio.finished'>, keyof FinishedRow | 'run' | 'finished_at'>;
type Ingest = Pick<EventData<'equities.ingested'>, 'start_date' | 'end_date' | 'symbols'>;

function finished<Row extends FinishedRow>({ finishedAt, ...row }: Row, run: number) {
  return { ...row, run, finished_at: formatDateTime(finishedAt.getTime()) };
}

/** Records that what a job is about is over, when the job's end in this transaction made it so: after its results are written. */
export async function recordFinishedRun(manager: EntityManager, run: RunKey): Promise<void> {
  const { dataSource } = manager;
  const report = eventLogOf(dataSource).isOn ? await REPORTS[run.job]?.(manager, run) : undefined;
  if (report) await recordEvents(dataSource, manager, report[0], [report[1]]);
}
