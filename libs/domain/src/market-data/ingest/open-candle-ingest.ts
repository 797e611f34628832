import type { DataSource } from 'typeorm';
import type { CandleAnnouncer } from './candle-announcer';
import { CandleIngest } from './candle-ingest';
import { CandleQuarantine } from '../quarantine/candle-quarantine';
import { CandlestickStore } from '../series/candlestick.store';
import { HeldCandles } from '../quarantine/held-candles';
import { JudgedWrites } from './judged-writes';
import type { RetentionDays } from '../series/kept-candles';
import { SeriesRepository } from '../series/series.repository';
import { SpikeWatch } from '../quarantine/spike-watch';

interface IngestParts {
  readonly series: SeriesRepository;
  readonly store: CandlestickStore;
  /** By default all candles are kept. */
  readonly retentionDays: RetentionDays;
}

/** The way in for candles where no module puts it together. */
export function openCandleIngest(
  dataSource: DataSource,
  announcer: CandleAnnouncer,
  {
    series = new SeriesRepository(dataSource),
    store = new CandlestickStore(dataSource),
    retentionDays = new Map(),
  }: Partial<IngestParts> = {},
): CandleIngest {
  const quarantine = new CandleQuarantine(dataSource);
  const [spikes, held] = [new SpikeWatch(dataSource, store), new HeldCandles(dataSource)];
  const writes = new JudgedWrites(store, quarantine, announcer, spikes, held);
  return new CandleIngest(series, quarantine, writes, { retentionDays });
}
