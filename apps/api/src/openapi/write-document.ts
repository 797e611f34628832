import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { writeFileSync } from 'node:fs';
import { ApiModule } from '../api.module';
import { buildDocument } from './documentation';

/** Writes the OpenAPI document to the file named on the command line; nothing is started, so neither database nor keys are needed. */
async function main(file: string): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule, { preview: true, logger: false });
  writeFileSync(file, `${JSON.stringify(buildDocument(app), null, 2)}\n`);
  await app.close();
}

void main(process.argv[2] ?? 'openapi.json');
