import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { strictBodyNames } from '../http/validation/pipes';
import { describeInputs } from './described-inputs';
import { addSharedResponses } from './shared-responses';

const DESCRIPTION =
  'Candles kept digit for digit, honest backtests, market analysis, journal and ideas. Prices and volumes are decimal ' +
  'strings; times are UTC. Every operation but the probes needs a bearer token.';

/** The OpenAPI document of the service, the same for the server, the committed file and the test that compares them. */
export function buildDocument(app: NestExpressApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Candelabra')
    .setDescription(DESCRIPTION)
    .setVersion('0.1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearerAuth')
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  return addSharedResponses(describeInputs(document, strictBodyNames()));
}

/** Scripts and connections of this origin alone, and in nobody's frame. Swagger UI writes its styles into the page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** /openapi.json and Swagger UI at /docs, both without a token: they carry no data. */
export function serveDocumentation(app: NestExpressApplication): void {
  app.use('/docs', (_request: Request, response: Response, next: NextFunction) => {
    response.set({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'x-frame-options': 'DENY' });
    next();
  });
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Candelabra',
    swaggerOptions: { displayRequestDuration: true },
  });
}
