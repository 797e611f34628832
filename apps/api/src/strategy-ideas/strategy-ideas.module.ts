import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StrategyIdeaStorageModule } from '#domain/strategy-ideas/strategy-idea-storage.module';
import { StrategyIdea } from '#domain/strategy-ideas/strategy-idea.entity';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { EvidenceController } from './evidence.controller';
import { EvidenceService } from './evidence.service';
import { StrategyIdeasController } from './strategy-ideas.controller';
import { StrategyIdeasService } from './strategy-ideas.service';

@Module({
  imports: [IdempotencyModule, StrategyIdeaStorageModule, TypeOrmModule.forFeature([StrategyIdea])],
  controllers: [StrategyIdeasController, EvidenceController],
  providers: [StrategyIdeasService, EvidenceService],
})
export class StrategyIdeasModule {}
