import { Module } from '@nestjs/common';
import { UniverseStorageModule } from '#domain/universes/universe-storage.module';
import { UniversesController } from './universes.controller';
import { UniversesService } from './universes.service';

@Module({
  imports: [UniverseStorageModule],
  controllers: [UniversesController],
  providers: [UniversesService],
})
export class UniversesModule {}
