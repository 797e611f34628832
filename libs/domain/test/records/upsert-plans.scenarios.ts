import {
  CANDLES_OF_EVENTS,
  RECORDED_EVENTS,
  RECORDED_LOAD,
} from '#domain/market-data/series/record-candles-sql';
import { upsertStatement } from '#domain/market-data/series/upsert-statement';
import { openStorage, type Storage } from '../support/storage';

/** As EXPLAIN shows it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

/** The joins of a plan, and below it, that read a common table expression once for each row of something else. */
function repeatedReads(node: PlanNode): PlanNode[] {
  const { 'Node Type': type, Plans: parts = [] } = node;
  const isRepeated =
    type === 'Nested Loop' && parts.slice(1).some((part) => part['Node Type'] === 'CTE Scan');
  return [...(isRepeated ? [node] : []), ...parts.flatMap(repeatedReads)];
}

describe('candles of many series', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  // What the planner expects of them are a few rows, whatever comes: 2,500 series took seconds where it compares each with each.
  it.each([
    ['nothing', []],
    ['events', [CANDLES_OF_EVENTS, RECORDED_EVENTS('$13', '$14', '$15')]],
    ['a load', [RECORDED_LOAD('$13::uuid')]],
  ])('are stored without a comparison of every series with every other (%s)', async (_, recording) => {
    for (const isJudged of [false, true]) {
      const { rows } = await storage.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json, generic_plan) ${upsertStatement(recording, { isJudged })}`,
      );
      const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
      expect(plan['Node Type']).toMatch(/Join|Loop/);
      expect(repeatedReads(plan)).toEqual([]);
    }
  });
});
