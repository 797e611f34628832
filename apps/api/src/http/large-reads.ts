import { Injectable, Module } from '@nestjs/common';
import pLimit from 'p-limit';
import { tryLater } from './api-error';

/** Fewer than the least number of database connections of a process. */
const AT_ONCE = 3;
const MOST_WAITING = 40;

/**
 * Reads that load whole series or curves to answer a few points of them, and pieces of long lists: however many there are, the
 * other requests have connections to the database and the process has memory. One that waits holds neither.
 */
@Injectable()
export class LargeReads {
  private readonly limit = pLimit(AT_ONCE);

  /** In the order of their requests; throws 503 where too many wait. */
  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= MOST_WAITING) {
      throw tryLater(
        503,
        `${MOST_WAITING} charts, comparisons, figures of runs and pieces of exports wait; try again shortly`,
        5,
      );
    }
    return this.limit(read);
  }

  /** The same of a part of an answer that is being sent: that its request was admitted bounds how many wait. */
  runAdmitted<T>(read: () => Promise<T>): Promise<T> {
    return this.limit(read);
  }
}

@Module({ providers: [LargeReads], exports: [LargeReads] })
export class LargeReadsModule {}
