import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { namedSchemas } from '../http/named-schemas';
import { pageHeaders } from '../http/page-policy';
import { strictBodyNames } from '../http/validation/pipes';
import { describeInputs } from './described-inputs';
import { nameWords } from './named-words';
import { addSharedResponses } from './shared-responses';
import { addSuccessExamples } from './success-examples';
import { untypeReferences } from './untyped-references';

const DESCRIPTION =
  'Market data, backtests, walk-forward validation and market analysis. Every operation but /health and /ready needs a bearer token. ' +
  'Prices, money, fees and volumes are decimal text; ratios and counts are numbers. A fraction of 0.12 is 12 %; drawdowns are positive. ' +
  'The base currency of BTC/USDT is BTC (for shares: the share), the quote currency USDT (for shares: their currency). Times are RFC 3339 in UTC; ' +
  'a bar is named by its open time. Sharpe ratios have a risk-free rate of 0. ' +
  'To run a backtest: POST /api/v1/backtesting, read /api/v1/backtesting/{b_id} until its status is completed or failed, then its report, ' +
  'trades and equity.';

/** In the order in which a newcomer needs them. */
const TAGS = {
  'Market data': 'Candles: store, read, upload and export them; series, gaps and quarantine',
  Backtesting:
    'Run a strategy over stored candles, read its report, trades and equity, verify it; search parameters',
  Universes: 'Named lists of series that portfolio runs are made of',
  Datasets: 'Columns of your own by time, and by symbol: upload, append to, describe and read them',
  Analysis: 'Market regime and sentiment of a symbol',
  Features: 'Indicators and factors of the newest candle, or of every candle, of a series',
  'Funding rates': 'Settled funding of perpetual futures',
  Equities: 'Daily prices of US shares and indices from a provider, adjusted for splits',
  Streams: 'Candles and tickers as they are stored, as server-sent events or on a WebSocket',
  'Trade journal': 'Trades that were made, with notes',
  'Strategy ideas': 'Ideas for strategies, from draft to retired',
  'Dead letters': 'Fills and positions from the broker that could not be ingested',
  Probes: 'Liveness, readiness and metrics of a process',
} as const;

/** The OpenAPI document of the service, the same for the server, the committed file and the test that compares them. */
export function buildDocument(app: NestExpressApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Candelabra')
    .setDescription(DESCRIPTION)
    .setVersion('0.1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The service that serves this document')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearerAuth');
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
  });
  document.info.contact = { name: 'Candelabra' };
  document.components!.schemas = { ...document.components!.schemas, ...namedSchemas() };
  return addSuccessExamples(
    addSharedResponses(untypeReferences(nameWords(describeInputs(document, strictBodyNames())))),
  );
}

const PAGE_HEADERS = pageHeaders({ images: ['data:'], fonts: ['data:'] });

/** /openapi.json and Swagger UI at /docs, both without a token: they carry no data. */
export function serveDocumentation(app: NestExpressApplication): void {
  app.use('/docs', (_request: Request, response: Response, next: NextFunction) => {
    response.set(PAGE_HEADERS);
    next();
  });
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Candelabra',
    swaggerOptions: { displayRequestDuration: true },
  });
}
