import { Module } from '@nestjs/common';
import { BarReader } from './reading/bar-reader';
import { CandleChangesReader } from './reading/candle-changes.reader';
import { CandleColumnsLoader } from './reading/candle-columns.loader';
import { CandleCorrections } from './revisions/candle-corrections';
import { CandleIngest } from './ingest/candle-ingest';
import { CandleQuarantine } from './quarantine/candle-quarantine';
import { CandlestickExporter } from './reading/candlestick-exporter';
import { CandlestickPageReader } from './reading/candlestick-page.reader';
import { CandleReorder } from './chunks/candle-reorder';
import { CandleRetention } from './series/candle-retention';
import { CandlestickReader } from './reading/candlestick.reader';
import { CandlestickStore } from './series/candlestick.store';
import { ChartCandlesReader } from './reading/chart-candles.reader';
import { DayTickerReader } from './reading/day-ticker.reader';
import { FeedStates } from './series/feed-states';
import { HeldCandles } from './quarantine/held-candles';
import { JudgedWrites } from './ingest/judged-writes';
import { OpenTimesLoader } from './reading/open-times.loader';
import { SeriesCalendars } from './series/series-calendars';
import { SeriesRepository } from './series/series.repository';
import { SingleCandles } from './ingest/single-candles';
import { SpikeWatch } from './quarantine/spike-watch';
import { UnconfirmedCandles } from './reading/unconfirmed-candles';

const providers = [
  BarReader,
  CandleChangesReader,
  CandleColumnsLoader,
  CandleCorrections,
  CandleIngest,
  CandleQuarantine,
  CandlestickExporter,
  CandlestickPageReader,
  CandleReorder,
  CandleRetention,
  CandlestickReader,
  CandlestickStore,
  ChartCandlesReader,
  DayTickerReader,
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
