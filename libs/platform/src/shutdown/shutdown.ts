import { Injectable } from '@nestjs/common';

/**
 * Whether this process is about to leave. First it is announced: the process is not ready any more, and still serves what
 * comes. Then draining begins: streams and requests that wait end.
 */
@Injectable()
export class Shutdown {
  private readonly controller = new AbortController();
  private isAnnounced = false;

  /** From the announcement on. */
  get announced(): boolean {
    return this.isAnnounced;
  }

  get draining(): boolean {
    return this.controller.signal.aborted;
  }

  /** Aborted when draining begins. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  announce(): void {
    this.isAnnounced = true;
  }

  begin(): void {
    this.announce();
    this.controller.abort();
  }
}
