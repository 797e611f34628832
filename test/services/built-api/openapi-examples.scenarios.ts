import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../apps/worker/test/support/built-files';
import { EquityFiles } from '../../../apps/worker/test/support/equity-files';
import type { JobStage } from '../../../apps/worker/test/support/job-stage';
import { sharedStage } from '../../../apps/worker/test/support/shared-stage';
import { cutShort, shapeOf } from '../support/answer-shapes';
import { requestAll } from '../support/example-requests';

const FILE = join(ROOT, 'apps', 'api', 'src', 'openapi', 'success-examples.json');

const VERIFIED = ['portfolio/{p_id}', '{b_id}', 'sweep/{s_id}', 'walk-forward/{w_id}'];

/** Successes in JSON that are not requested here: of a verification that takes longer than a request waits. */
const NOT_REQUESTED = VERIFIED.flatMap((run) =>
  ['get', 'post'].map((method) => `${method} /api/v1/backtesting/${run}/verify 202`),
);

/** Operations without a success in JSON: nothing to compare. */
const WITHOUT_JSON: Readonly<Record<string, string>> = {
  'get /metrics': 'text of Prometheus',
  'get /api/v1/market-data/candlesticks/export': 'a file of candles: CSV or NDJSON',
  'get /api/v1/backtesting/{b_id}/events': 'a stream of events',
  'get /api/v1/backtesting/portfolio/{p_id}/events': 'a stream of events',
  'get /api/v1/events': 'a stream of events',
  'get /api/v1/streams/ohlcv': 'a stream of events',
};

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Record<
        string,
        { responses: Record<string, { content?: Record<string, { example?: unknown } | undefined> }> }
      >
    >
  >;
}

describe('the examples of the OpenAPI document', () => {
  let stage: JobStage;
  let files: EquityFiles;
  let document: Document;
  let answers: ReadonlyMap<string, unknown>;

  beforeAll(async () => {
    files = new EquityFiles();
    stage = await sharedStage();
    await stage.startWorker(files.environment);
    const [, url] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
    document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
    answers = await requestAll(stage, url, files);
    if (process.env.WRITE_OPENAPI_EXAMPLES) writeExamples(answers);
  });
  afterAll(() => files.remove());

  const successes = () =>
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, { content = {} }]) => ({ key: `${method} ${path} ${status}`, status, content })),
      ),
    );

  it('are there for each operation that answers JSON, and no others', () => {
    const inJson = successes().filter(({ content }) => content['application/json']);
    expect([...answers.keys(), ...NOT_REQUESTED].sort()).toEqual(inJson.map(({ key }) => key).sort());
    const others = successes().filter(
      ({ status, content }) => status !== '204' && !content['application/json'],
    );
    expect(others.map(({ key }) => key.replace(/ \d+$/, '')).sort()).toEqual(
      Object.keys(WITHOUT_JSON).sort(),
    );
    expect(Object.keys(readExamples()).sort()).toEqual([...answers.keys()].sort());
  });

  it('have the fields, the types and the formats that the service answers', () => {
    const examples = process.env.WRITE_OPENAPI_EXAMPLES ? readExamples() : documentExamples();
    for (const [key, answer] of answers) {
      expect([key, shapeOf(examples[key])]).toEqual([key, shapeOf(cutShort(answer))]);
    }
  });

  const documentExamples = () =>
    Object.fromEntries(
      successes().map(({ key, content }) => [key, content['application/json']?.example] as const),
    );
});

function readExamples() {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
}

function writeExamples(answers: ReadonlyMap<string, unknown>): void {
  const sorted = [...answers].sort(([one], [other]) => (one < other ? -1 : 1));
  const examples = Object.fromEntries(sorted.map(([key, answer]) => [key, cutShort(answer)]));
  // A process is named after its machine, which is of no interest.
  writeFileSync(FILE, `${JSON.stringify(examples, null, 2).replaceAll(`"${hostname()}-`, '"api-')}\n`);
}
