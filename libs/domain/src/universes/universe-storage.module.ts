import { Module } from '@nestjs/common';
import { Universes } from './universes';

const providers = [Universes];

@Module({ providers, exports: providers })
export class UniverseStorageModule {}
