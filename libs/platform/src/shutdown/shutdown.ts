import { Injectable } from '@nestjs/common';

/** Whether this process is on its way out: readiness turns red and streams end before connections close. */
@Injectable()
export class Shutdown {
  private readonly controller = new AbortController();

  get draining(): boolean {
    return this.controller.signal.aborted;
  }

  /** Aborted when draining begins. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }
}
