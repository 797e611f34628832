import { type Replica, startReplica } from './replica';
import { type RunningApi, startApi } from './running-api';
import { openSilentIngest, type SilentIngest } from './silent-ingest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

/** An API, and a replica whose connections to the database can be cut. */
export interface CutOffReplica {
  readonly api: RunningApi;
  readonly other: Replica;
  /** Between the replica and the database. */
  readonly proxy: TcpProxy;
  /** Writes that nobody announces. */
  readonly silent: SilentIngest;
  readonly stop: () => Promise<void>;
}

export async function startCutOffReplica(): Promise<CutOffReplica> {
  let [proxy, silent]: [TcpProxy?, SilentIngest?] = [];
  const api = await startApi(async (databaseUrl) => {
    proxy = await startTcpProxy(databaseUrl);
    silent = await openSilentIngest(databaseUrl);
    return {};
  });
  const other = await startReplica({ DATABASE_URL: proxy!.url });
  const stop = async () => {
    await other.application.close();
    await silent!.close();
    await api.stop();
    await proxy!.close();
  };
  return { api, other, proxy: proxy!, silent: silent!, stop };
}
