import type { IncidentStage } from './incident-stage';

export interface Incident {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Until the alert must fire: the window of its rates and its `for`, in scrapes, and two more. */
  readonly scrapes: number;
  /** Requests of clients between two scrapes. */
  readonly traffic?: (stage: IncidentStage) => Promise<unknown>;
  /** Makes it; resolves with what waits until the mending shows. */
  readonly begin: (stage: IncidentStage) => Promise<() => Promise<unknown>>;
}
