import { Module } from '@nestjs/common';
import { BarReader } from './bar-reader';
import { CandleChangesReader } from './candle-changes.reader';
import { CandleColumnsLoader } from './candle-columns.loader';
import { CandleCorrections } from './candle-corrections';
import { CandleIngest } from './candle-ingest';
import { CandleQuarantine } from './candle-quarantine';
import { CandlestickExporter } from './candlestick-exporter';
import { CandlestickPageReader } from './candlestick-page.reader';
import { CandleRetention } from './candle-retention';
import { CandlestickReader } from './candlestick.reader';
import { CandlestickStore } from './candlestick.store';
import { FeedStates } from './feed-states';
import { HeldCandles } from './held-candles';
import { JudgedWrites } from './judged-writes';
import { OpenTimesLoader } from './open-times.loader';
import { SeriesCalendars } from './series-calendars';
import { SeriesRepository } from './series.repository';
import { SingleCandles } from './single-candles';
import { SpikeWatch } from './spike-watch';
import { UnconfirmedCandles } from './unconfirmed-candles';

const providers = [
  BarReader,
  CandleChangesReader,
  CandleColumnsLoader,
  CandleCorrections,
  CandleIngest,
  CandleQuarantine,
  CandlestickExporter,
  CandlestickPageReader,
  CandleRetention,
  CandlestickReader,
  CandlestickStore,
  FeedStates,
  HeldCandles,
  JudgedWrites,
  OpenTimesLoader,
  SeriesCalendars,
  SeriesRepository,
  SingleCandles,
  SpikeWatch,
  UnconfirmedCandles,
];

/** Storage of candles; what any process needs to read or write them. */
@Module({ providers, exports: providers })
export class MarketDataStorageModule {}
