import type { ClientRequest } from 'node:http';
import { newSymbol } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';
import { until } from '../support/until';
import { minuteLine, openUpload, writeTo } from '../support/uploads';

describe('uploads of candles that run at the same time', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  const begun: ClientRequest[] = [];
  afterAll(() => {
    for (const sending of begun) sending.destroy();
    return api.stop();
  });

  const openAs = (sub: string) => openUpload(api.url, { authorization: `Bearer ${tokenFor({ sub })}` });
  /** An upload that stays open. */
  const begin = async (sub: string) => {
    const upload = openAs(sub);
    upload.sending.on('error', () => undefined);
    begun.push(upload.sending);
    await writeTo(upload.sending, minuteLine(newSymbol(), 0));
    return upload.sending;
  };
  const answerWith = (sub: string, status: number) =>
    until(`${sub} is answered ${status}`, async () => {
      const { sending, answered } = openAs(sub);
      sending.end(minuteLine(newSymbol(), 0));
      const answer = await answered;
      return answer.status === status && answer;
    });

  it('are two of a subject and four in all; more are answered 429', async () => {
    const first = await begin('ada');
    await begin('ada');
    const third = await answerWith('ada', 429);
    expect([third.body.code, third.headers['retry-after'], third.body.detail]).toEqual([
      'RATE_LIMIT_EXCEEDED',
      '5',
      "2 uploads of this token's subject are under way; send this one when one of them has finished",
    ]);
    await answerWith('grace', 200);
    await begin('grace');
    await begin('grace');
    const fifth = await answerWith('alan', 429);
    expect(fifth.body.detail).toMatch(/^4 uploads are under way/);
    first.destroy();
    await answerWith('alan', 200);
    await answerWith('ada', 200);
  });
});
