import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { AUTHORIZATION } from './support/authorization';
import { FaultStage } from './support/fault-stage';
import { cpuSeconds } from './support/process-metric';
import { IS_SHORT, report } from './support/scale';

const SENDERS = IS_SHORT ? 2 : 20;
const OBSERVED_SECONDS = 2;
/** Garbage collection, timers and the pool's checks of an idle API included. */
const MOST_CPU_SECONDS = 0.5;
const BULK_PATH = '/api/v1/market-data/candlesticks/bulk';

describe('abandoned gzip uploads', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open();
  });
  afterAll(() => stage.close());

  // 16 kB that unpack to millions of lines, each of them a refusal to write down or a line to skip.
  it.each([
    ['refused lines', '1\n'],
    ['empty lines', '\n'],
  ])('cost nothing once their senders have disconnected (%s)', async (_, line) => {
    const { url, process } = await stage.startApi();
    const body = gzipSync(line.repeat((16 * 2 ** 20) / line.length));
    for (let sender = 0; sender < SENDERS; sender++) await sendAndLeave(url, body);
    const before = await cpuSeconds(process);
    await new Promise((resolve) => setTimeout(resolve, OBSERVED_SECONDS * 1000));
    const used = (await cpuSeconds(process)) - before;
    report(
      `${SENDERS} uploads of ${(body.length / 1024).toFixed(0)} KiB abandoned: ${used.toFixed(2)} s of CPU in the ` +
        `${OBSERVED_SECONDS} s after the last sender left (goal at most ${MOST_CPU_SECONDS})`,
    );
    expect(used).toBeLessThan(MOST_CPU_SECONDS);
  });
});

/** Leaves as soon as the whole body is sent. */
async function sendAndLeave(apiUrl: string, body: Buffer): Promise<void> {
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const headers = [
    `POST ${BULK_PATH} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${AUTHORIZATION}`,
    'Content-Type: application/x-ndjson',
    'Content-Encoding: gzip',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.write(body, resolve));
  socket.destroy();
  await once(socket, 'close');
}
