/** What a worker does again and again beside its jobs. */
export interface MaintenanceTask {
  readonly what: string;
  readonly pauseMilliseconds: number;
  /** Before it is done for the first time; as long as the pause unless given. */
  readonly firstPauseMilliseconds?: number;
  readonly work: () => Promise<unknown>;
}
