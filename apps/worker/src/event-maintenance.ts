import { Injectable } from '@nestjs/common';
import { EventRetention } from '#domain/events/event-retention';
import { Shutdown } from '#platform/shutdown/shutdown';
import type { MaintenanceTask } from './maintenance-task';

/** Deletes recorded events that are no longer kept. */
@Injectable()
export class EventMaintenance {
  constructor(
    private readonly retention: EventRetention,
    private readonly shutdown: Shutdown,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      {
        what: 'The deletion of old events',
        pauseMilliseconds: 60_000,
        work: () => this.retention.deleteOld(this.shutdown.signal),
      },
    ];
  }
}
