import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StrategyIdea } from '#domain/strategy-ideas/strategy-idea.entity';
import { IdempotencyModule } from '../http/idempotency/idempotency.module';
import { StrategyIdeasController } from './strategy-ideas.controller';
import { StrategyIdeasService } from './strategy-ideas.service';

@Module({
  imports: [IdempotencyModule, TypeOrmModule.forFeature([StrategyIdea])],
  controllers: [StrategyIdeasController],
  providers: [StrategyIdeasService],
})
export class StrategyIdeasModule {}
