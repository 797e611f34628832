/** The names of the tasks in metrics. */
export const MAINTENANCE_TASKS = [
  'outbox_relay',
  'job_sweep',
  'run_list',
  'series_quality',
  'roll_up',
  'feature_refresh',
  'candle_retention',
  'candle_reorder',
  'funding_schedule',
  'headline_schedule',
  'headline_retention',
  'idempotency_retention',
  'event_retention',
  'dead_letter_retention',
  'journal_refresh',
] as const;

type MaintenanceTaskName = (typeof MAINTENANCE_TASKS)[number];

/** What a worker does again and again beside its jobs. */
export interface MaintenanceTask {
  readonly task: MaintenanceTaskName;
  /** The subject of the log's lines. */
  readonly what: string;
  readonly pauseMilliseconds: number;
  /** Before it is done for the first time; as long as the pause unless given. */
  readonly firstPauseMilliseconds?: number;
  readonly work: () => Promise<unknown>;
}
