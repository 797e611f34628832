import { Module } from '@nestjs/common';
import { EvidenceLinks } from './evidence-links';

const providers = [EvidenceLinks];

@Module({ providers, exports: providers })
export class StrategyIdeaStorageModule {}
