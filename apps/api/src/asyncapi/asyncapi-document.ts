import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import type { AsyncApiPart, Named } from './asyncapi-part';
import { eventChannels } from './event-channels';
import { eventStreamChannel } from './event-stream-channel';
import { tradingChannels } from './trading-channels';
import { webSocketChannel } from './web-socket-channel';

const PARTS: readonly (() => AsyncApiPart)[] = [
  eventChannels,
  tradingChannels,
  eventStreamChannel,
  webSocketChannel,
];

/** The AsyncAPI document of the service, the same for the server, the committed file and the test that compares them. */
export function buildAsyncApiDocument() {
  const parts = PARTS.map((build) => build());
  const merged = (select: (part: AsyncApiPart) => Named): Named =>
    Object.assign({}, ...parts.map(select)) as Named;
  const componentNames = new Set(parts.flatMap(({ components }) => Object.keys(components)));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Candelabra',
      version: '0.1.0',
      description:
        'What the service publishes of market data and jobs, as CloudEvents 1.0 in JSON, the fills and positions that it receives, and its WebSocket of candles and tickers. Prices and volumes are ' +
        'decimal text, times RFC 3339 in UTC. Events are delivered at least once and in order per series; an event that comes again has the same id. New fields do not change the version of a dataschema.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: merged(({ servers }) => servers),
    channels: merged(({ channels }) => channels),
    operations: merged(({ operations }) => operations),
    components: Object.fromEntries(
      [...componentNames].map((name) => [name, merged(({ components }) => components[name] ?? {})]),
    ),
  };
}

/** /asyncapi.json, without a token: it carries no data. */
export function serveAsyncApiDocument(app: NestExpressApplication): void {
  const text = JSON.stringify(buildAsyncApiDocument());
  const express: Express = app.getHttpAdapter().getInstance();
  express.get('/asyncapi.json', (_request, response) => {
    response.type('application/json').send(text);
  });
}
