import { Client, type ClientConfig } from 'pg';
import { dropConnections } from './database-sockets';
import type { StatementWatch } from './statement-watch';

/** SQLSTATE of a statement that writes, on a server that takes no writes. */
export const READ_ONLY_SQL_STATE = '25006';

/** What pg's types leave out. */
interface Protocol {
  on(event: 'errorMessage', listener: (message: { readonly code?: string }) => void): void;
}

interface WatchedConfig extends ClientConfig {
  readonly statementWatch?: StatementWatch;
}

type Send = (...parameters: readonly unknown[]) => never;

/** Notices a server that became read-only by whatever statement fails first, and has its statements watched. */
export class DatabaseClient extends Client {
  private readonly watch: StatementWatch | undefined;

  constructor(config?: string | WatchedConfig) {
    super(config);
    this.watch = typeof config === 'object' ? config.statementWatch : undefined;
    // An `error` that nobody listens for ends the process: a pool does not listen to what it has lent. Who waits for an answer gets its
    // failure.
    this.on('error', () => undefined);
    const { connection } = this as unknown as { connection: Protocol };
    connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY_SQL_STATE) dropConnections('the server is read-only');
    });
  }

  override query(...given: readonly unknown[]): never {
    const send = super.query.bind(this) as unknown as Send;
    return this.watch ? (this.watch.send(send, given) as never) : send(...given);
  }
}

/**
 * Behind a pooler in transaction mode each transaction may run in another session of the server: a statement that was prepared
 * under a name is not known there, or means another one. The pooler itself knows few settings; the time zone is one.
 */
export class PooledClient extends DatabaseClient {
  override query(first: unknown, ...rest: unknown[]): never {
    const query: Send = super.query.bind(this);
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
