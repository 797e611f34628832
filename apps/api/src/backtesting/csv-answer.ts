import { createParamDecorator, type ExecutionContext, type StreamableFile, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ExportSlots } from '../http/exports.module';
import { type Listing, listingAnswerOf } from '../http/listing';
import { errorAnswer, pageSchema } from '../http/operation';
import type { PageQuery } from '../http/page.dto';
import { csvInPieces, negotiate, requireChunks } from '../http/streamed-file';
import { CSV, MOST_POINTS_BESIDE_EXPORTS, RESULT_FORMATS } from './equity.dto';

const TRADES = 'A list of trades';
const LONG_CSV = 'A list of more than 1,000 trades as CSV';

export const NOT_ACCEPTABLE = {
  406: errorAnswer(
    'Accept allows neither',
    'An equity curve is application/json or text/csv; Accept allows neither',
  ),
};

/** A curve as its client accepts it. */
export type CurveAnswer = <Curve>(
  exports: ExportSlots,
  points: number | undefined,
  curve: { readonly read: () => Promise<Curve>; readonly toCsv: (curve: Curve) => string },
) => Promise<Curve | string>;

/** CSV, and more points than a chart has, count as an export. */
export const CurveAnswer = createParamDecorator((_: unknown, context: ExecutionContext): CurveAnswer => {
  const http = context.switchToHttp();
  const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
  return async (exports, points, { read, toCsv }) => {
    response.vary('Accept');
    const format = negotiate(request, RESULT_FORMATS, 'An equity curve');
    if (format === 'text/csv' || points === undefined || points > MOST_POINTS_BESIDE_EXPORTS)
      exports.holdUntilSent(request, response);
    const curve = await read();
    if (format === 'application/json') return curve;
    response.type('text/csv');
    return toCsv(curve);
  };
});

/** What the OpenAPI document says of a list of trades of this class. */
export function tradesAnswer(trade: Type) {
  return {
    answer: {
      description: 'A page of trades, or all that match as CSV',
      content: { 'application/json': { schema: pageSchema(trade) }, 'text/csv': CSV },
    },
    otherAnswers: {
      ...NOT_ACCEPTABLE,
      426: errorAnswer('HTTP/1.0', `${LONG_CSV} has no length in advance, which HTTP/1.0 cannot take`),
    },
  };
}

interface Trades<Page> {
  readonly page: () => Promise<Listing<Page>>;
  readonly csv: () => Promise<AsyncIterable<string>>;
}

/** A page of trades, or, for a request that wants CSV, all that match, which counts as an export. */
export type TradesAnswer = <Page>(
  query: PageQuery,
  exports: ExportSlots,
  trades: Trades<Page>,
) => Promise<Page | StreamableFile | string>;

export const TradesAnswer = createParamDecorator((_: unknown, context: ExecutionContext): TradesAnswer => {
  const http = context.switchToHttp();
  const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
  const answer = listingAnswerOf(context);
  return async (query, exports, { page, csv }) => {
    response.vary('Accept');
    if (negotiate(request, RESULT_FORMATS, TRADES) === 'application/json') return answer(query, await page());
    exports.holdUntilSent(request, response);
    const pieces = (await exports.readPiece(csv))[Symbol.asyncIterator]();
    return csvAnswer(request, response, { next: () => exports.readPiece(() => pieces.next()) });
  };
});

/** One piece is answered whole, with its length and a tag; more are sent as the client takes them. */
async function csvAnswer(
  request: Request,
  response: Response,
  pieces: AsyncIterator<string>,
): Promise<StreamableFile | string> {
  const first = await pieces.next();
  const second = await pieces.next();
  if (first.done || second.done) {
    response.type('text/csv');
    return String(first.value);
  }
  requireChunks(request, LONG_CSV);
  return csvInPieces(response, allOf([first.value, second.value], pieces));
}

async function* allOf(read: readonly string[], pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield* read;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}
