import express, { type Express } from 'express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExpressServer } from './express-server';

describe('ExpressServer', () => {
  const application: Express = express();
  const adapter = new ExpressServer(application);
  let server: Server;

  beforeAll(async () => {
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());

  it('makes requests and responses as those of Express, so that Express changes none', async () => {
    const made: unknown[] = [];
    server.prependOnceListener('request', (request, response) =>
      made.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response)),
    );
    application.get('/symbols/:symbol', (request, response) => {
      made.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      response.json({
        symbol: request.params.symbol,
        accepts: request.accepts('json'),
        own: request.app === application,
      });
    });
    const { port } = server.address() as AddressInfo;

    const answer = await fetch(`http://127.0.0.1:${port}/symbols/BTC-USDT`);

    expect(await answer.json()).toEqual({ symbol: 'BTC-USDT', accepts: 'json', own: true });
    const { request, response } = application;
    const named = made.map((prototype) => [request, response].findIndex((own) => own === prototype));
    expect(named).toEqual([0, 1, 0, 1]);
  });
});
