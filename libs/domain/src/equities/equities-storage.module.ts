import { Module } from '@nestjs/common';
import { MarketDataStorageModule } from '../market-data/market-data-storage.module';
import { EquityActions } from './equity-actions';
import { EquityIngestSymbols } from './equity-ingest-symbols';
import { EquityIngests } from './equity-ingests';
import { EquitySymbols } from './equity-symbols';

const providers = [EquityActions, EquityIngestSymbols, EquityIngests, EquitySymbols];

/** Equity ingests, the symbols they are about, their splits and dividends. */
@Module({ imports: [MarketDataStorageModule], providers, exports: providers })
export class EquitiesStorageModule {}
