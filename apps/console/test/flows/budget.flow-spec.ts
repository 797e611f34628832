import type { Request } from 'playwright-core';
import { newConsole } from '../support/console-page';
import { origin, token } from '../support/run';

/** For all that the first page is made of, as it is transferred. */
const BYTES = 200_000;
const OF_THE_APPLICATION = ['document', 'script', 'stylesheet', 'image', 'font'];

describe('the first load of the console', () => {
  it('transfers at most 200 kB of HTML, scripts and styles, compressed, from its own address', async () => {
    const { page, open } = await newConsole();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await open(`/#token=${token}`);

    const files = await Promise.all(
      requests
        .filter((request) => OF_THE_APPLICATION.includes(request.resourceType()))
        .map(async (request) => ({
          url: request.url(),
          type: request.resourceType(),
          encoding: (await (await request.response())!.allHeaders())['content-encoding'],
          bytes: (await request.sizes()).responseBodySize,
        })),
    );
    const scripts = files.filter(({ type }) => type === 'script');
    expect(scripts.length).toBeGreaterThan(0);
    // What fits into one packet is sent as it is.
    expect(files.filter(({ bytes, encoding }) => bytes > 1_024 && encoding === undefined)).toEqual([]);
    expect(files.filter(({ url }) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(BYTES);
  });
});
