import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from '../../dist/apps/worker/src/worker.module.js';

/** The worker's parts in this process, wired as they are in the worker; it takes no jobs. */
export async function createWorkerContext(databaseUrl, environment = {}) {
  const variables = { DATABASE_URL: databaseUrl, REDIS_URL: '', ...environment };
  // An empty variable counts as not set.
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name] ?? '']));
  Object.assign(process.env, variables);
  try {
    return await NestFactory.createApplicationContext(WorkerModule, { logger: ['error', 'warn'] });
  } finally {
    Object.assign(process.env, before);
  }
}
