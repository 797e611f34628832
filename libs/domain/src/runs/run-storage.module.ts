import { Module } from '@nestjs/common';
import { RunFills } from './run-fills';
import { Runs } from './runs';

const providers = [RunFills, Runs];

/** The list of all runs. */
@Module({ providers, exports: providers })
export class RunStorageModule {}
