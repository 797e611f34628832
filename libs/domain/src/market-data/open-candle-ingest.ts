import type { DataSource } from 'typeorm';
import type { CandleAnnouncer } from './candle-announcer';
import { CandleIngest } from './candle-ingest';
import { CandleQuarantine } from './candle-quarantine';
import { CandlestickStore } from './candlestick.store';
import { HeldCandles } from './held-candles';
import { JudgedWrites } from './judged-writes';
import { SeriesRepository } from './series.repository';
import { SpikeWatch } from './spike-watch';

/** The way in for candles where no module puts it together. */
export function openCandleIngest(
  dataSource: DataSource,
  announcer: CandleAnnouncer,
  { series = new SeriesRepository(dataSource), store = new CandlestickStore(dataSource) } = {},
): CandleIngest {
  const quarantine = new CandleQuarantine(dataSource);
  const [spikes, held] = [new SpikeWatch(dataSource, store), new HeldCandles(dataSource)];
  return new CandleIngest(series, quarantine, new JudgedWrites(store, quarantine, announcer, spikes, held));
}
