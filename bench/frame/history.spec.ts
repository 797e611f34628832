import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWorse, keepRun, linesOf, type Measurement, readRuns, type Run } from './history.mjs';
import { summarise } from './summary.mjs';

const goal = { isMet: ({ ours, peer }: { ours: number; peer: number }) => ours <= 2 * peer };
const against = (ours: number, peer: number): Measurement => ({
  what: 'a sum',
  ours,
  peer,
  peerName: 'C',
  goal,
});

const runOf = (
  figure: number,
  { at = '2026-01-01T00:00:00.000Z', processor = 'A', wantsMore = false } = {},
): Run => ({
  at,
  processor,
  lines: [{ row: 1, what: 'a sum, against C', figure, ...(wantsMore && { wantsMore }) }],
});

describe('summarise', () => {
  it('quotes medians of both sides and the spread of their ratio', () => {
    // Ratios 2, 3 and 1.5; medians 4 and 2.
    expect(summarise([[against(4, 2)], [against(6, 2)], [against(3, 2)]])).toEqual([
      { ...against(4, 2), spread: [1.5, 3] },
    ]);
  });

  it('leaves a peer that is missing as it is', () => {
    const missing = { what: 'a sum', missing: 'gcc' };
    expect(summarise([[missing], [missing], [missing]])).toEqual([missing]);
  });
});

describe('runs of the bench', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candelabra-bench-history-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('have a line for each measurement of a row', () => {
    const rate = { what: 'sums per second', ours: 7, wantsMore: true };
    expect(linesOf(1, [against(5, 2), { what: 'other', missing: 'gcc' }, rate])).toEqual([
      { row: 1, what: 'a sum, against C', figure: 2.5, isMet: false },
      { row: 1, what: 'sums per second', figure: 7, wantsMore: true },
    ]);
  });

  it('are kept, the last twenty of a processor', () => {
    keepRun(folder, runOf(0, { at: '2025-12-31T00:00:00.000Z', processor: 'B' }));
    for (let day = 1; day <= 21; day++) {
      keepRun(folder, runOf(day, { at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z` }));
    }
    expect(readdirSync(folder)).toHaveLength(21);
    expect(readRuns(folder).map(({ lines }) => lines[0].figure)).toEqual([
      0,
      ...Array.from({ length: 20 }, (_, index) => index + 2),
    ]);
  });

  it('name what is 15 % worse than the best of the same processor', () => {
    const earlier = [
      runOf(2, { at: '2026-01-01T00:00:00.000Z' }),
      runOf(1.5, { at: '2026-01-02T00:00:00.000Z' }),
      runOf(0.1, { processor: 'B' }),
    ];
    expect(findWorse(runOf(1.7), earlier)).toEqual([]);
    expect(findWorse(runOf(1.8), earlier)).toEqual([
      { row: 1, what: 'a sum, against C', figure: 1.8, best: 1.5, at: '2026-01-02T00:00:00.000Z' },
    ]);
    expect(findWorse(runOf(0.5, { wantsMore: true }), [runOf(0.9, { wantsMore: true })])).toMatchObject([
      { figure: 0.5, best: 0.9 },
    ]);
    expect(findWorse(runOf(9), [])).toEqual([]);
  });
});
