import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApi } from '../../src/create-api';

export interface Replica {
  readonly application: NestExpressApplication;
  readonly url: string;
}

/** Another instance of the API, with the environment of the one that was started last. */
export async function startReplica(environment: Readonly<Record<string, string>> = {}): Promise<Replica> {
  Object.assign(process.env, environment);
  const application = await createApi();
  await application.listen(0, '127.0.0.1');
  for (const name of Object.keys(environment)) process.env[name] = '';
  return { application, url: await application.getUrl() };
}
