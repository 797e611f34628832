import { Module } from '@nestjs/common';
import { OpenStreams } from './open-streams';

@Module({ providers: [OpenStreams], exports: [OpenStreams] })
export class StreamStorageModule {}
