import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';

/**
 * Express on a server that makes its requests and responses with Express's prototypes. Express would give them theirs when they
 * are there already, and V8 drops the shape of an object whose prototype changes: every later access to it takes a slow path, and
 * each request stays in memory until the next full collection. The change to the prototype that they have is none.
 */
export class ExpressServer extends ExpressAdapter {
  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    Object.setPrototypeOf(Request.prototype, express.request);
    Object.setPrototypeOf(Response.prototype, express.response);
    Object.assign(express, { request: Request.prototype, response: Response.prototype });
    this.setHttpServer(createServer({ IncomingMessage: Request, ServerResponse: Response }, express));
  }
}
