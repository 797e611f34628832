import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from '../../dist/apps/worker/src/worker.module.js';

/** The worker's parts in this process, wired as they are in the worker; it takes no jobs. */
export async function createWorkerContext(databaseUrl) {
  const { DATABASE_URL = '', REDIS_URL = '' } = process.env;
  Object.assign(process.env, { DATABASE_URL: databaseUrl, REDIS_URL: '' });
  try {
    return await NestFactory.createApplicationContext(WorkerModule, { logger: ['error', 'warn'] });
  } finally {
    // An empty variable counts as not set.
    Object.assign(process.env, { DATABASE_URL, REDIS_URL });
  }
}
