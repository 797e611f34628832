import { NestFactory } from '@nestjs/core';
import { WorkerModule } from './worker.module';

// 62 MB, which a worker without an exchange does without.
jest.mock('ccxt', () => {
  throw new Error('ccxt was loaded');
});

it('every provider of the worker finds what its constructor requires, and none loads ccxt', async () => {
  // In preview Nest resolves every dependency and constructs nothing: neither database nor queue is connected.
  const app = NestFactory.createApplicationContext(WorkerModule, {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  await expect(app).resolves.toBeDefined();
  await (await app).close();
});
