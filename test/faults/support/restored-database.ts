import type { DurablePostgres } from './durable-postgres';
import { queryAt } from './query-at';

export interface RestoredDatabase extends Pick<DurablePostgres, 'query'> {
  readonly url: string;
  readonly superuserUrl: string;
}

interface Series {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
}

/** A role that owns its databases and is no superuser, as the service should have. */
export interface Role {
  readonly name: string;
  readonly password: string;
}

export async function ordinaryRole(serverUrl: string): Promise<Role> {
  const role = { name: 'service', password: 'of-the-service' };
  await queryAt(serverUrl, `create role ${role.name} login nosuperuser password '${role.password}'`);
  return role;
}

/** An empty database on a server, to restore a dump to; its address is the owner's. */
export async function restoredDatabase(
  serverUrl: string,
  name: string,
  owner?: Role,
): Promise<RestoredDatabase> {
  await queryAt(serverUrl, `create database ${name}${owner ? ` owner ${owner.name}` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const superuserUrl = url.href;
  if (owner) [url.username, url.password] = [owner.name, owner.password];
  return { url: url.href, superuserUrl, query: (text, values) => queryAt(url.href, text, values) };
}

/** Checksums over every column of what a series and the runs with these ids consist of. */
export function contentOf(
  database: Pick<DurablePostgres, 'query'>,
  { exchange, symbol, interval }: Series,
  runs: readonly number[],
): Promise<{ name: string; rows: number; checksum: string }[]> {
  const checksum = (name: string, rows: string) =>
    `select '${name}' as name, count(*)::integer as rows, md5(string_agg(part::text, E'\\n' order by part::text)) as checksum
     from (${rows}) part`;
  const ofRuns = (table: string, column = 'backtest_id') =>
    checksum(table, `select * from ${table} where ${column} = any($4)`);
  return database.query(
    [
      checksum(
        'candlesticks',
        `select candlesticks.* from candlesticks join series on series.id = series_id
         where (exchange, symbol, interval) = ($1, $2, $3)`,
      ),
      ofRuns('backtests', 'id'),
      ...['backtest_trades', 'backtest_equity', 'backtest_reports'].map((table) => ofRuns(table)),
    ].join(' union all '),
    [exchange, symbol, interval, runs],
  );
}
