import { type RunningApi, startApi } from './running-api';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

export interface ProxiedApi extends RunningApi {
  readonly proxy: TcpProxy;
}

/** The API with a proxy between it and its database, or its Redis where the address of one is given. */
export async function startProxiedApi(redisUrl?: string): Promise<ProxiedApi> {
  let proxy!: TcpProxy;
  const api = await startApi(async (databaseUrl) => {
    proxy = await startTcpProxy(redisUrl ?? databaseUrl);
    return { [redisUrl ? 'REDIS_URL' : 'DATABASE_URL']: proxy.url };
  });
  return {
    ...api,
    proxy,
    stop: async () => {
      await proxy.restore();
      await api.stop();
      await proxy.close();
    },
  };
}
