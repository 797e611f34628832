import { Injectable } from '@nestjs/common';
import { EventRetention } from '#domain/events/event-retention';
import { DeadLetters } from '#domain/trading/dead-letters';
import { JournalRefresh } from '#domain/trading/journal-refresh';
import { Shutdown } from '#platform/shutdown/shutdown';
import type { MaintenanceTask } from './maintenance-task';

/** Deletes recorded events and dead letters that are no longer kept, and makes journal entries anew that are computed by more than fills. */
@Injectable()
export class EventMaintenance {
  constructor(
    private readonly retention: EventRetention,
    private readonly deadLetters: DeadLetters,
    private readonly journal: JournalRefresh,
    private readonly shutdown: Shutdown,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      {
        task: 'event_retention',
        what: 'The deletion of old events',
        pauseMilliseconds: 60_000,
        firstPauseMilliseconds: 10_000, // also where a worker is restarted again and again
        work: () => this.retention.deleteOld(this.shutdown.signal),
      },
      {
        task: 'dead_letter_retention',
        what: 'The deletion of old dead letters',
        pauseMilliseconds: 600_000,
        work: () => this.deadLetters.deleteOld(this.shutdown.signal),
      },
      {
        task: 'journal_refresh',
        what: 'The refresh of journal entries',
        pauseMilliseconds: 600_000,
        firstPauseMilliseconds: 10_000,
        work: () => this.journal.refresh(this.shutdown.signal),
      },
    ];
  }
}
