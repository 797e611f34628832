import { Client, type ClientConfig } from 'pg';
import { dropConnections } from './database-sockets';

/** SQLSTATE of a statement that writes, on a server that takes no writes. */
export const READ_ONLY_SQL_STATE = '25006';

/** What pg's types leave out. */
interface Protocol {
  on(event: 'errorMessage', listener: (message: { readonly code?: string }) => void): void;
}

/** Notices a server that became read-only by whatever statement fails first. */
export class DatabaseClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // An `error` that nobody listens for ends the process: a pool does not listen to what it has lent. Who waits for an answer gets its
    // failure.
    this.on('error', () => undefined);
    const { connection } = this as unknown as { connection: Protocol };
    connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY_SQL_STATE) dropConnections('the server is read-only');
    });
  }
}

/**
 * Behind a pooler in transaction mode each transaction may run in another session of the server: a statement that was prepared
 * under a name is not known there, or means another one. The pooler itself knows few settings; the time zone is one.
 */
export class PooledClient extends DatabaseClient {
  override query(first: unknown, ...rest: unknown[]): never {
    const query = super.query.bind(this) as unknown as (...parameters: unknown[]) => never;
    return query(isNamed(first) ? { ...first, name: undefined } : first, ...rest);
  }

  getStartupConf(): object {
    const inherited = Client.prototype as unknown as { getStartupConf(): object };
    return { ...inherited.getStartupConf.call(this), TimeZone: 'UTC' };
  }
}

function isNamed(query: unknown): query is { name: string } {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}
