import { Module } from '@nestjs/common';
import { DeadLetterStorageModule } from '#domain/trading/dead-letter-storage.module';
import { DeadLettersController } from './dead-letters.controller';
import { DeadLettersService } from './dead-letters.service';

@Module({
  imports: [DeadLetterStorageModule],
  controllers: [DeadLettersController],
  providers: [DeadLettersService],
})
export class DeadLettersModule {}
