import { NestFactory } from '@nestjs/core';
import { ApiModule } from './api.module';

it('every provider and controller of the API finds what its constructor requires', async () => {
  // In preview Nest resolves every dependency and constructs nothing: neither database nor queue is connected.
  const app = await NestFactory.create(ApiModule, { preview: true, abortOnError: false, logger: false });
  await expect(app.init()).resolves.toBe(app);
  await app.close();
});
