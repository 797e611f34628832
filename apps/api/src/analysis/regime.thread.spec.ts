import { transferableSymbol, valueSymbol } from 'piscina';
import { allocateCandleColumns } from '#engine/market/candle-columns';
import { Series } from '#domain/market-data/series/series.entity';
import { regimeText } from './regime.dto';
import { type RegimeFinding, runRegimeTask } from './regime.thread';

const HOUR_MILLISECONDS = 3_600_000;
const BARS = 120;

it('hands its history over as the bytes of the text that is answered', () => {
  const stored = allocateCandleColumns(BARS);
  for (const column of [stored.open, stored.high, stored.low, stored.close]) column.fill(5);
  stored.openTime.forEach((_, bar) => (stored.openTime[bar] = bar * HOUR_MILLISECONDS));
  const found = {
    series: Object.assign(new Series(), { interval: '1h', calendar: '24/7' } as const),
    interval: '1h',
  } as const;
  const need = { start: new Date(0), end: new Date((BARS - 1) * HOUR_MILLISECONDS), warmupBars: 0 };
  const answer = runRegimeTask({ found, stored, need, warnings: [], lookbackDays: 5, deadline: Infinity });
  const { [valueSymbol]: value, [transferableSymbol]: transferred } = answer as Record<symbol, object>;
  const { history, stateTimes } = value as RegimeFinding;
  expect(transferred).toEqual([history.buffer, stateTimes.buffer]);
  const shown = {
    exchange: 'test',
    symbol: 'FLAT',
    interval: '1h',
    regime: 'ranging',
    confidence: 1,
  } as const;
  const stateHistory = Buffer.from(history.buffer).toString('latin1');
  const text = regimeText({ ...shown, stateHistory, computedAt: new Date(0) });
  // A series that does not move is ranging at each observation.
  expect(JSON.parse(text)).toEqual({
    ...shown,
    state_history: Array.from(stateTimes, () => 'ranging'),
    computed_at: '1970-01-01T00:00:00Z',
  });
});
