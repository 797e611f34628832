import Ajv from 'ajv';
import { dataSchemaOf, natsSubjectTemplate, toCloudEvents } from './cloud-event';
import { objectSchema } from './event-fields';
import { declarationOf, EVENT_KINDS, EVENTS, type RecordedData, type RecordedEvent } from './events';

const COMMITTED = new Date('2024-01-01T00:02:00.123Z');

const CANDLES: RecordedData<'candle.closed'> = {
  exchange: 'binance',
  symbol: 'BTC/USDT',
  interval: '1m',
  seriesId: 1,
  revision: 17,
  candles: [
    [Date.UTC(2024, 0, 1, 0, 0), '42283.58000000', '42298.62', '42261.02', '42298.61', '35.92724'],
    [Date.UTC(2024, 0, 1, 0, 1), '42298.62', '42320.00', '42298.61', '42320.00', '21.16779'],
  ],
};

/** Of every kind one row, made of its example. */
const RECORDED: RecordedEvent[] = EVENT_KINDS.map((kind) => {
  const data = {
    'candle.closed': CANDLES,
    'candle.corrected': CANDLES,
    'funding.settled': {
      exchange: 'binance',
      symbol: 'BTC/USDT:USDT',
      rates: [[Date.UTC(2024, 0, 1, 8), '-0.0001', null]],
    },
  } as Partial<Record<string, RecordedData>>;
  return { kind, recordedAt: COMMITTED, data: data[kind] ?? EVENTS[kind].example } as RecordedEvent;
});

const published = (recorded: RecordedEvent) => toCloudEvents(recorded, '/candelabra/test');

function problemsOf(kind: RecordedEvent['kind'], data: unknown): unknown {
  const validate = new Ajv({ validateFormats: false, allErrors: true, allowUnionTypes: true }).compile({
    ...objectSchema(declarationOf(kind).fields),
    additionalProperties: false,
  });
  validate(data);
  return validate.errors;
}

describe('the declared events', () => {
  it.each(EVENT_KINDS)('%s: its example and what it is published with follow its schema', (kind) => {
    expect(problemsOf(kind, declarationOf(kind).example)).toBeNull();
    const recorded = RECORDED.find((row) => row.kind === kind)!;
    const events = published(recorded);
    expect(events.length).toBeGreaterThan(0);
    for (const { event } of events) expect([event, problemsOf(kind, event.data)]).toEqual([event, null]);
  });

  // Required attributes and their values: CloudEvents 1.0.2, section 3.1; names of the JSON format: its section 2 and 3.
  it.each(RECORDED)('$kind: has the attributes of CloudEvents 1.0', (recorded) => {
    for (const { event, natsSubject } of published(recorded)) {
      expect(event).toMatchObject({
        specversion: '1.0',
        source: '/candelabra/test',
        type: `candelabra.${recorded.kind}`,
        time: '2024-01-01T00:02:00.123Z',
        datacontenttype: 'application/json',
        dataschema: `urn:candelabra:event:${recorded.kind}:1`,
      });
      expect(event.id).not.toBe('');
      expect(URL.canParse(event.dataschema)).toBe(true);
      // NATS: tokens of a subject are not empty and hold no blank, `*` or `>`.
      expect(natsSubject).toMatch(/^candelabra(\.[A-Za-z0-9%_-]+)+$/);
      expect(natsSubject.split('.')).toHaveLength(natsSubjectTemplate(recorded.kind).split('.').length);
    }
  });

  it('make an event of each candle of a row, digit for digit', () => {
    const [first, second] = published({ kind: 'candle.closed', recordedAt: COMMITTED, data: CANDLES });

    expect(first).toEqual({
      natsSubject: 'candelabra.candle.closed.binance.BTC%2FUSDT.1m',
      event: {
        specversion: '1.0',
        // 1 * 2^32 + the seconds of the open time.
        id: 'candle.closed.5999034496.17.1704067320123',
        source: '/candelabra/test',
        type: 'candelabra.candle.closed',
        subject: 'binance/BTC%2FUSDT/1m',
        time: '2024-01-01T00:02:00.123Z',
        datacontenttype: 'application/json',
        dataschema: dataSchemaOf('candle.closed'),
        data: {
          id: 5_999_034_496,
          exchange: 'binance',
          symbol: 'BTC/USDT',
          interval: '1m',
          open_time: '2024-01-01T00:00:00Z',
          open: '42283.58000000',
          high: '42298.62',
          low: '42261.02',
          close: '42298.61',
          volume: '35.92724',
          revision: 17,
        },
      },
    });
    expect(second.event.id).toBe('candle.closed.5999034556.17.1704067320123');
  });

  it('give each content an id of its own', () => {
    const corrected = { ...CANDLES, revision: 18 };
    const rows: RecordedEvent[] = [
      ...RECORDED,
      { kind: 'candle.corrected', recordedAt: COMMITTED, data: corrected },
      // The same revision number after a restore of the database: only the commit has another time.
      { kind: 'candle.corrected', recordedAt: new Date(COMMITTED.getTime() + 1), data: corrected },
      {
        kind: 'backtest.finished',
        recordedAt: COMMITTED,
        data: { ...EVENTS['backtest.finished'].example, run: 2 },
      },
    ];
    const ids = rows.flatMap(published).map(({ event }) => event.id);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('name their resource, or their symbol', () => {
    const named = Object.fromEntries(
      RECORDED.map((row) => [row.kind, published(row)[0]] as const).map(([kind, { event, natsSubject }]) => [
        kind,
        [event.subject, natsSubject],
      ]),
    );

    expect(named).toMatchObject({
      'backtest.finished': ['backtests/42', 'candelabra.backtest.finished.42'],
      'walk-forward.finished': ['walk-forwards/7', 'candelabra.walk-forward.finished.7'],
      'funding.settled': [
        'binance/BTC%2FUSDT%3AUSDT',
        'candelabra.funding.settled.binance.BTC%2FUSDT%3AUSDT',
      ],
    });
  });

  // RFC 3986, section 2.1, in UTF-8; a dot, a blank, `*` and `>` mean something in a NATS subject.
  it('percent-encode everything but letters, digits, - and _', () => {
    const data = { ...EVENTS['gap.found'].example, exchange: 'a.b c', symbol: "*>!~'()€_-%" };
    const [{ natsSubject, event }] = published({ kind: 'gap.found', recordedAt: COMMITTED, data });

    expect(natsSubject).toBe('candelabra.gap.found.a%2Eb%20c.%2A%3E%21%7E%27%28%29%E2%82%AC_-%25.1h');
    expect(event.subject.split('/').map(decodeURIComponent)).toEqual([data.exchange, data.symbol, '1h']);
  });
});
