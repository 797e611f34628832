import { Module } from '@nestjs/common';
import { Uploads } from './uploads';

@Module({ providers: [Uploads], exports: [Uploads] })
export class UploadsModule {}
