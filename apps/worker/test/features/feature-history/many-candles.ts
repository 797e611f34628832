import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { sign } from 'jsonwebtoken';
import { JWT_SECRET } from '../../support/api-client';
import { historyPath } from '../../support/feature-histories';
import type { JobStage } from '../../support/job-stage';
import { eventually } from '../../support/within';

/** More than the buffers between a service and a client that does not read can hold, and a part of it. */
const MANY = 400_000;
const PART = 30_000;

/** Tests of histories that are sent for a while, and of how many of them there may be at once. */
export function describeManyCandles(opened: () => JobStage): void {
  describe('of many candles', () => {
    let stage: JobStage;
    let url: string;

    beforeAll(async () => {
      stage = opened();
      [, url] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
      // A body and a range of a third and two thirds: long numbers.
      const candle = { open: '3', high: '5', low: '3', close: '4', volume: '1', openTime: new Date(0) };
      await stage.store({ exchange: 'm', symbol: 'MANY', interval: '1m' }, [candle]);
      await stage.query(
        `insert into candlesticks
         select series.id, '1970-01-01Z'::timestamptz + make_interval(mins => minute), 3, 5, 3, 4, 1, true
         from series cross join generate_series(1, ${MANY - 1}) minute where symbol = 'MANY'`,
      );
    });
    const many = { symbol: 'MANY', interval: '1m' };

    interface Options {
      readonly accept?: string;
      readonly subject?: string;
      /** Another one than that of the history. */
      readonly path?: string;
    }

    async function open(
      query = {},
      {
        accept = 'text/csv',
        subject = 'reader',
        path = `/features${historyPath({ ...many, ...query })}`,
      }: Options = {},
    ): Promise<IncomingMessage> {
      const authorization = `Bearer ${sign({ sub: subject }, JWT_SECRET)}`;
      const headers = { authorization, accept };
      const request = get(`${url}/api/v1${path}`, { agent: false, headers });
      request.on('error', () => undefined);
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      return answer;
    }

    it('sends them all in the order of time, with other requests answered meanwhile', async () => {
      // 29,999 minutes are 20 days, 19 hours and 59 minutes.
      const end = '1970-01-21T19:59:00Z';
      const answer = await open({ end });
      const openedAt = performance.now();
      let slowest = 0;
      const probe = { isOver: false };
      const probing = (async () => {
        while (!probe.isOver) {
          const requestedAt = performance.now();
          expect((await fetch(`${url}/health`)).status).toBe(200);
          slowest = Math.max(slowest, performance.now() - requestedAt);
        }
      })();
      let [text, lines, last] = ['', 0, ''];
      for await (const chunk of answer.setEncoding('latin1')) {
        const complete = (text + (chunk as string)).split('\n');
        text = complete.pop()!;
        lines += complete.length;
        last = complete.at(-1) ?? last;
      }
      probe.isOver = true;
      await probing;
      expect([lines, text, answer.complete]).toEqual([PART + 1, '', true]);
      expect(last.split(',')[0]).toBe(end);
      // Not computed in the loop that answers: then one of them would wait for most of it.
      expect(slowest).toBeLessThan((performance.now() - openedAt) / 2);
    });

    it('is one of the two exports that a subject may have under way, candles included; JSON is none', async () => {
      const candles = '/market-data/candlesticks/export?exchange=m&symbol=MANY&interval=1m';
      const readers = [await open({}, { subject: 'ada' }), await open({}, { subject: 'ada', path: candles })];
      expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      for (const path of [undefined, candles]) {
        const refused = await open({}, { subject: 'ada', ...(path && { path }) });
        expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
        expect(await textOf(refused)).toContain("2 exports of this token's subject are under way");
      }
      const others = [
        await open({ limit: '10' }, { subject: 'ada', accept: 'application/json' }),
        await open({}, { subject: 'grace' }),
      ];
      expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      for (const reader of [...readers, ...others]) reader.destroy();
      const status = async () => {
        const next = await open({}, { subject: 'ada' });
        next.destroy();
        return next.statusCode;
      };
      await eventually('the subject may have another', status, (code) => code === 200);
    });

    it('refuses more at once than it has room for, and has room again when their readers disconnect', async () => {
      let readers: IncomingMessage[] = [];
      const openAll = async () => {
        for (const reader of readers) reader.destroy();
        readers = await Promise.all([
          ...Array.from({ length: 4 }, (_, index) => open({}, { subject: `reader ${index}` })),
          ...Array.from({ length: 4 }, () => open({ limit: '10000' }, { accept: 'application/json' })),
        ]);
        return readers.map(({ statusCode }) => statusCode);
      };
      // Those that other tests have destroyed may be under way still.
      await eventually('there is room for eight', openAll, (codes) => codes.every((code) => code === 200));
      const refused = await stage.api.openFeatures(historyPath(many));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      for (const reader of readers) reader.destroy();
      await eventually(
        'there is room again',
        () => stage.api.features('GET', historyPath(many)),
        ({ status }) => status === 200,
      );
    });
  });
}
