import { tokenFor } from './token';

const CANDLES = '/api/v1/market-data/candlesticks';
const authorization = `Bearer ${tokenFor()}`;
const HEAD = `Host: candelabra\r\nAuthorization: ${authorization}\r\nConnection: close\r\n`;

/** Whole requests as they are sent, and the status that each is answered. */
export const HOSTILE_WIRE: readonly (readonly [what: string, bytes: string | Buffer, status: number])[] = [
  ['a request line without sense', 'GET\r\n\r\n', 400],
  ['no host', `GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  ['two hosts', `GET /nothing HTTP/1.1\r\n${HEAD}Host: elsewhere\r\n\r\n`, 400],
  ['two equal hosts', `GET /health HTTP/1.1\r\n${HEAD}Host: candelabra\r\n\r\n`, 400],
  ['two hosts of HTTP/1.0', `GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`, 400],
  ['a method that does not exist', `BREW /health HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['a URL of a hundred kilobytes', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HEAD}\r\n`, 431],
  [
    'headers of a hundred kilobytes',
    `GET /health HTTP/1.1\r\n${HEAD}X-A: ${'a'.repeat(100_000)}\r\n\r\n`,
    431,
  ],
  ['two lengths', `POST ${CANDLES} HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  [
    'a length and chunks',
    `POST ${CANDLES} HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a negative length', `POST ${CANDLES} HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n`, 400],
  [
    'a chunk that is none',
    `POST ${CANDLES} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
  ],
  [
    'an expectation that nobody meets',
    `POST ${CANDLES} HTTP/1.1\r\n${HEAD}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`,
    417,
  ],
  ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`, 405],
  ['raw bytes in the path', Buffer.from(`GET /api/\xff\xfe HTTP/1.1\r\n${HEAD}\r\n`, 'latin1'), 400],
  ['an absolute address', `GET http://elsewhere/nothing HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['an absolute address without a host', `GET http:// HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['an absolute address that is none', `GET http://[/api/v1/backtesting HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['HTTP/1.0', `GET /nothing HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`, 404],
  [
    'an upgrade',
    `GET /nothing HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    404,
  ],
];
