import { DatabaseClient } from './database-client';

/**
 * Sends each query when the one before has been answered. TypeORM compares tables with many queries at once on one connection,
 * which pg 8 warns of and pg 9 refuses.
 */
export class OrderedClient extends DatabaseClient {
  private last: Promise<unknown> = Promise.resolve();

  override query(...given: readonly unknown[]): never {
    const send = () => (super.query as (...parameters: readonly unknown[]) => Promise<unknown>)(...given);
    const isAwaited = given.every((each) => typeof each !== 'function');
    if (!isAwaited) return send() as never;
    const answer = this.last.then(send, send);
    this.last = answer.catch(() => undefined);
    return answer as never;
  }
}
