import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { findFreePort, isPortFree } from './free-port';

const allBut =
  (...taken: number[]) =>
  (port: number) =>
    Promise.resolve(!taken.includes(port));

describe('findFreePort', () => {
  it('takes the preferred port when it is free', async () => {
    expect(await findFreePort(25_432, allBut())).toBe(25_432);
  });

  it('takes the next free port when the preferred one and its neighbour are taken', async () => {
    expect(await findFreePort(25_432, allBut(25_432, 25_433))).toBe(25_434);
  });

  it('does not move into the ports that systems lend to outgoing connections', async () => {
    const tried: number[] = [];
    const noneFree = (port: number) => {
      tried.push(port);
      return Promise.resolve(false);
    };
    await expect(findFreePort(32_765, noneFree)).rejects.toThrow('No port from 32765 to 32767 is free');
    expect(tried).toEqual([32_765, 32_766, 32_767]);
  });
});

describe('isPortFree', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('sees a server that listens on %s', async (host) => {
    const server = createServer();
    await once(server.listen(0, host), 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await isPortFree(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await isPortFree(port)).toBe(true);
  });

  it('rejects for an address that this machine does not have, which no other port would cure', async () => {
    // 192.0.2.0/24 is set aside for documentation (RFC 5737).
    await expect(isPortFree(25_432, '192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
  });
});
