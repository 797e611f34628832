// API=http://127.0.0.1:8003/api/v1 TOKEN=… node --require esbuild-register examples/follow-candles.ts binance:BTC/USDT [<candles>]
// Prints candles of one minute as they are stored. When the connection breaks it goes on after the last event.
import { WebSocket } from 'ws';

interface Message {
  readonly event: string;
  readonly id?: string;
  readonly detail?: string;
  readonly data?: { readonly open_time: string; readonly close: string; readonly is_closed: boolean };
  readonly subscriptions?: readonly { readonly id?: string }[];
}

const { API = 'http://127.0.0.1:8003/api/v1', TOKEN = '' } = process.env;
const [symbol, candles = 'Infinity'] = process.argv.slice(2);
/** An expired token does not come to life again. */
const TOKEN_EXPIRED = 4401;

let left = Number(candles);
let since: string | undefined;

function follow(): void {
  // As in a browser, which sets no headers: the token is the second subprotocol.
  const socket = new WebSocket(`${API.replace(/^http/, 'ws')}/streams/ws`, ['bearer', TOKEN]);
  socket.on('open', () => {
    socket.send(JSON.stringify({ action: 'subscribe', symbols: [symbol], channels: ['kline_1m'], since }));
  });
  socket.on('message', (text: Buffer) => {
    const { event, id, detail, data, subscriptions } = JSON.parse(text.toString()) as Message;
    since = id ?? subscriptions?.[0].id ?? since;
    if (detail) console.error(detail);
    if (event !== 'kline' || !data || left === 0) return;
    console.log(data.open_time, data.close, data.is_closed ? 'closed' : 'open');
    if (--left === 0) socket.close();
  });
  socket.on('error', ({ message }) => console.error(message));
  socket.on('close', (code) => {
    if (left > 0 && code !== TOKEN_EXPIRED) setTimeout(follow, 1_000);
  });
}

follow();
