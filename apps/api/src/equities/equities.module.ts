import { Module } from '@nestjs/common';
import { EquitiesStorageModule } from '#domain/equities/equities-storage.module';
import { EquitiesController } from './equities.controller';
import { EquitiesService } from './equities.service';
import { EquitySymbolsService } from './equity-symbols.service';

@Module({
  imports: [EquitiesStorageModule],
  controllers: [EquitiesController],
  providers: [EquitiesService, EquitySymbolsService],
})
export class EquitiesModule {}
