import { Client, type Pool } from 'pg';

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

const CANDLES = /candlesticks|_hyper_/;

/** The scans of a table, candles if it is not said, in every statement that the work sends. */
export async function scansOf(
  pool: Pool,
  work: () => Promise<unknown>,
  table: RegExp = CANDLES,
): Promise<PlanNode[]> {
  const spy = jest.spyOn(Client.prototype, 'query');
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
    // A hypertable's own node (a custom scan) only adds up those of its chunks.
    scans.push(
      ...nodes.filter(
        (node) => node['Node Type'] !== 'Custom Scan' && table.test(node['Relation Name'] ?? ''),
      ),
    );
  }
  return scans;
}

/** Rows that scans read, whether or not a filter or a join dropped them later. */
export const rowsRead = (scans: readonly PlanNode[]) =>
  scans.reduce(
    (sum, scan) => sum + (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
    0,
  );
