import { Client } from 'pg';

/** Of Postgres: every statement with its parameters, its milliseconds, the time and the process that sent it. */
const SETTINGS = { log_min_duration_statement: '0', log_line_prefix: '%m [%a] ' } as const;

/** Switches the log of all statements on or off, in a server that is ours. */
export async function switchSqlLog(databaseUrl: string, isOn: boolean): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query(isOn ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
