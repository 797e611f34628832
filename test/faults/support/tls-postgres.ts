import { copyFileSync, chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import type { Authority, Certificate } from './authority';
import type { DurablePostgres } from './durable-postgres';
import { queryAt } from './query-at';

/** The role that authenticates by a certificate in its name. */
export const CERTIFIED_ROLE = 'certified';

interface Connection {
  readonly application: string;
  readonly role: string;
  readonly encrypted: boolean;
}

/** A Postgres that accepts connections with TLS alone. */
export class TlsPostgres {
  private constructor(
    private readonly dataDirectory: string,
    private readonly plainUrl: string,
    private readonly authority: Authority,
  ) {}

  static async from(postgres: DurablePostgres, authority: Authority): Promise<TlsPostgres> {
    const [{ directory }] = await postgres.query<{ directory: string }>(
      `select current_setting('data_directory') as directory`,
    );
    const { username } = new URL(postgres.url);
    const server = new TlsPostgres(directory, postgres.url, authority);
    server.keep(authority.certificateFile, 'clients.pem');
    server.keepCertificate(authority.issue('localhost'));
    await postgres.query(`create role ${CERTIFIED_ROLE} superuser login`);
    await postgres.query(`alter system set ssl_ca_file = 'clients.pem'`);
    await postgres.query(`alter system set ssl = on`);
    writeFileSync(
      join(directory, 'pg_hba.conf'),
      `hostssl all ${username} all scram-sha-256\nhostssl all ${CERTIFIED_ROLE} all cert\n`,
    );
    await postgres.query('select pg_reload_conf()');
    return server;
  }

  /** Its address for a client that recognises its certificate by this authority's. */
  url(authority = this.authority): string {
    const url = new URL(this.plainUrl);
    url.hostname = 'localhost';
    url.searchParams.set('sslmode', 'verify-full');
    url.searchParams.set('sslrootcert', authority.certificateFile);
    return url.href;
  }

  /** Its address for a client that has a certificate of its own in place of a password. */
  urlWith({ certificateFile, keyFile }: Certificate): string {
    const url = new URL(this.url());
    url.username = CERTIFIED_ROLE;
    url.password = '';
    url.searchParams.set('sslcert', certificateFile);
    url.searchParams.set('sslkey', keyFile);
    return url.href;
  }

  /** New connections get this certificate. */
  async present(certificate: Certificate): Promise<void> {
    this.keepCertificate(certificate);
    await this.query('select pg_reload_conf()');
  }

  /** Those of our processes. */
  connections(): Promise<Connection[]> {
    return this.query<Connection>(
      `select application_name as application, usename as role, ssl as encrypted
       from pg_stat_activity join pg_stat_ssl using (pid) where application_name like 'candelabra-%'`,
    );
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const url = new URL(this.url());
    // Whatever certificate it presents just now.
    url.searchParams.set('sslmode', 'no-verify');
    return queryAt(url.href, text, values);
  }

  private keepCertificate({ certificateFile, keyFile }: Certificate): void {
    this.keep(certificateFile, 'server.crt');
    this.keep(keyFile, 'server.key');
  }

  /** As a file of the server's own, which it insists on. */
  private keep(file: string, name: string): void {
    const { uid, gid } = statSync(this.dataDirectory);
    const kept = join(this.dataDirectory, name);
    copyFileSync(file, kept);
    chmodSync(kept, 0o600);
    chownSync(kept, uid, gid);
  }
}
