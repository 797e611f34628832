import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The data source's own pg pool, for the paths where the ORM's way would cost several times as much. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
