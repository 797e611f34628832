import type { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { bytesOfDoubles } from '#domain/records/doubles';
import { regimeDetailsText } from './regime-details.dto';

const LABELS = 200_000;
const MINUTE_MILLISECONDS = 60_000;

function storedRegime(changes: Partial<StoredRegime>): StoredRegime {
  return {
    ...{ exchange: 'test', symbol: 'X', interval: '1m', regime: 'bull', confidence: 1 },
    details: { bars: 2, firstObservation: 0, lastObservation: 0, model: null },
    computedAt: new Date(0),
    ...changes,
  } as StoredRegime;
}

describe('the JSON of the details of a regime', () => {
  it('has the label of each observation, and releases the event loop while many are spelled', async () => {
    const stateHistory = Array.from({ length: LABELS }, () => 'bull' as const);
    const times = Float64Array.from(stateHistory, (_, index) => index * MINUTE_MILLISECONDS);
    let rounds = 0;
    const count = () => {
      rounds++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const text = await regimeDetailsText(
      storedRegime({ stateHistory, stateTimes: bytesOfDoubles(times) }),
      null,
    );
    clearImmediate(next);
    expect(rounds).toBeGreaterThan(1);
    const { state_history: history, ...fields } = JSON.parse(text) as { state_history: object[] };
    expect(fields).toMatchObject({ symbol: 'X', stale: null, bars: 2, model: null });
    expect(history).toHaveLength(LABELS);
    // 1,000 minutes are 16 hours and 40 minutes; 199,999 are 138 days, 21 hours and 19 minutes.
    expect([history[0], history[1_000], history[LABELS - 1]]).toEqual([
      { time: '1970-01-01T00:00:00Z', label: 'bull' },
      { time: '1970-01-01T16:40:00Z', label: 'bull' },
      { time: '1970-05-19T21:19:00Z', label: 'bull' },
    ]);
  });

  it('has none where their times were not kept', async () => {
    const text = await regimeDetailsText(storedRegime({ stateHistory: ['bull'], stateTimes: null }), false);
    expect(JSON.parse(text)).toMatchObject({ stale: false, state_history: null });
  });
});
