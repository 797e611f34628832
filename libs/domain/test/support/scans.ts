import type { Pool } from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** A hypertable's own node (a custom scan) only adds up those of its chunks. */
function isScanOfCandles(node: PlanNode): boolean {
  return node['Node Type'] !== 'Custom Scan' && /candlesticks|_hyper_/.test(node['Relation Name'] ?? '');
}

/** The scans of candles in every statement that the work sends to the pool. */
export async function scansOf(pool: Pool, work: () => Promise<unknown>): Promise<PlanNode[]> {
  const spy = jest.spyOn(pool, 'query');
  await work();
  const calls = spy.mock.calls as unknown as [string | { text: string; values: unknown[] }, unknown[]][];
  const statements = calls.map(([query, values]) =>
    typeof query === 'string' ? { text: query, values } : query,
  );
  spy.mockRestore();
  const scans: PlanNode[] = [];
  for (const { text, values } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
    scans.push(...nodes.filter(isScanOfCandles));
  }
  return scans;
}

/** Rows that scans read, whether or not a filter or a join dropped them later. */
export const rowsRead = (scans: readonly PlanNode[]) =>
  scans.reduce(
    (sum, scan) => sum + (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
    0,
  );
