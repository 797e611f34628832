import { rssOf } from '../../../../test/feed-server';
import { headline, HeadlinePolls } from '../support/headline-polls';
import { readMetric } from '../support/metrics';
import type { ServiceProcess } from '../support/service-process';
import { eventually } from '../support/within';

describe('the fetching of headlines', () => {
  let polls: HeadlinePolls;
  let workers: ServiceProcess[] = [];

  beforeAll(async () => {
    polls = await HeadlinePolls.open();
  });
  beforeEach(async () => {
    await polls.queue.flush(polls.stage);
    await polls.stage.query('truncate headlines, headline_feeds, job_runs, job_outbox');
    polls.feeds.requests.length = 0;
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    workers = [];
  });
  afterAll(() => polls.feeds.stop());

  async function startWorker(urls: readonly string[], environment?: NodeJS.ProcessEnv) {
    const worker = await polls.startWorker(urls, environment);
    workers.push(worker);
    return worker;
  }

  const bitcoinFeed = (path: string) =>
    polls.feeds.serve(path, (request, response) => {
      response.setHeader('etag', '"v1"');
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.end(rssOf([headline('Bitcoin surges to record high', 'https://news.example/1')]));
    });

  it('stores what feeds publish, once however many workers there are, and computes the sentiment from it', async () => {
    const url = bitcoinFeed('/rss');
    await Promise.all([startWorker([url]), startWorker([url]), startWorker([url])]);
    const [row] = await polls.untilPolled(1);
    expect(row).toMatchObject({ etag: '"v1"', attempts: 0, last_error: null });
    expect(polls.feeds.requests).toHaveLength(1);
    const { body } = await polls.call('GET', 'sentiment?symbol=BTC%2FUSDT');
    expect(body).toMatchObject({
      signal: 'bullish',
      headline_count: 1,
      sample_headlines: ['Bitcoin surges to record high'],
    });
    const stored = await polls.call('GET', 'headlines');
    expect(stored.body.items).toMatchObject([
      { source: '127.0.0.1', link: 'https://news.example/1', symbols: [] },
    ]);
  });

  it('polls on request, with the version that it knows, but no feed twice in ten minutes', async () => {
    const url = bitcoinFeed('/rss');
    const worker = await startWorker([url]);
    await polls.untilPolled(1);
    expect(await polls.call('POST', 'headlines/fetch')).toMatchObject({
      status: 202,
      body: { status: 'pending' },
    });
    const done = 'job_duration_seconds_count{job="headline-fetch",outcome="completed"}';
    await eventually(
      'both jobs are done',
      () => readMetric(worker, done),
      (count) => count === 2,
    );
    expect(polls.feeds.requests).toHaveLength(1);

    await polls.stage.query(
      `update headline_feeds set asked_at = now() - interval '10 minutes', succeeded_at = null`,
    );
    await polls.queue.flush(polls.stage);
    await polls.call('POST', 'headlines/fetch');
    await polls.untilPolled(1);
    expect(polls.feeds.requests).toHaveLength(2);
    expect(polls.feeds.requests[1].headers['if-none-match']).toBe('"v1"');
    expect(await polls.titles()).toEqual(['Bitcoin surges to record high']);
  });

  it('does not poll addresses inside the network unless it may', async () => {
    await startWorker([bitcoinFeed('/rss')], { HEADLINE_ALLOW_PRIVATE: 'false' });
    const [row] = await polls.untilPolled(1);
    expect(row.last_error).toBe('unsupported: its address is not a public one');
    expect(polls.feeds.requests).toEqual([]);
  });

  it('gives feeds back that it had no time for', async () => {
    const worker = await startWorker([polls.feeds.serve('/silent', () => undefined)]);
    await eventually(
      'the feed is polled',
      () => Promise.resolve(polls.feeds.requests.length),
      (count) => count === 1,
    );
    worker.signal('SIGTERM');
    expect(await worker.exited).toMatchObject({ code: 0 });
    const [row] = await polls.rows();
    expect([row.asked_at === null, row.last_error === null]).toContain(true);
  });
});
