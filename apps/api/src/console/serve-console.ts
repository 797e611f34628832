import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, RequestHandler, Response } from 'express';
import { unrouted } from '../http/allowed-methods';
import { pageHeaders } from '../http/page-policy';
import { type Problem, sendProblem } from '../http/problem';

/** Each is one route of the metrics. */
const PATHS = ['/', '/console{/*path}'] as const;
const ASSETS = '/console/assets';
/** Plain names in one folder, as the build makes them, and as `isOpen` lets them in. */
const ASSET = new RegExp(`^/console/(assets/\\w[\\w.-]*)$`);

const PAGE = 'index.html';
const PAGE_HEADERS = {
  ...pageHeaders({ images: ['data:', 'blob:'], fonts: [] }),
  'referrer-policy': 'no-referrer',
  // It names the files of its build: an older one would name files that are not there any more.
  'cache-control': 'no-cache',
};
/** Their names change with their content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };
const NOT_BUILT: Problem = { status: 404, detail: 'The console is not built: `npm run build` builds it' };

/**
 * The console, without a token, as it carries no data: its page at `/`, `/console` and every path below, whose meaning the page knows,
 * and the files of the page below `/console/assets`.
 */
export function serveConsole(app: NestExpressApplication, directory: string): void {
  const serve: RequestHandler = (request, response, next) => {
    const isAsset = request.path === ASSETS || request.path.startsWith(`${ASSETS}/`);
    const missing = isAsset ? unrouted(request, []) : NOT_BUILT;
    const name = isAsset ? ASSET.exec(request.path)?.[1] : PAGE;
    const fail = (error: unknown) => {
      // It broke off, which the client has seen, or has done itself.
      if (error === undefined || response.headersSent || response.destroyed) return;
      if (isMissing(error)) sendProblem(request, response, missing);
      else next(error);
    };
    if (name === undefined) sendProblem(request, response, missing);
    else send(response, { name, directory, headers: isAsset ? ASSET_HEADERS : PAGE_HEADERS }, fail);
  };
  const express: Express = app.getHttpAdapter().getInstance();
  for (const path of PATHS) express.get(path, serve);
}

interface File {
  readonly name: string;
  readonly directory: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Without a validator: to send the page costs what a 304 costs, and a file with a hash in its name is sent once. */
function send(response: Response, file: File, done: (error?: unknown) => void): void {
  const { name, directory, headers } = file;
  const options = { root: directory, headers, cacheControl: false, etag: false, lastModified: false };
  response.sendFile(name, { ...options, acceptRanges: false }, done);
}

function isMissing(error: unknown): boolean {
  const { status, code } = error as { status?: number; code?: string };
  return status === 404 || code === 'EISDIR';
}
