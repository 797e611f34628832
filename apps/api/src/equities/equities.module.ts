import { Module } from '@nestjs/common';
import { EquitiesStorageModule } from '#domain/equities/equities-storage.module';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { EquitiesController } from './equities.controller';
import { EquitiesService } from './equities.service';
import { EquitySymbolsService } from './equity-symbols.service';

@Module({
  imports: [IdempotencyModule, EquitiesStorageModule],
  controllers: [EquitiesController],
  providers: [EquitiesService, EquitySymbolsService],
})
export class EquitiesModule {}
