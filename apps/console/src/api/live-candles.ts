import { useEffect, useRef, useState } from 'react';
import { currentSession, signOut } from '../session/session';

export interface Series {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
}

/** A candle as the stream sends it: decimal text; `is_closed` says whether it is final. */
export interface LiveCandle extends Series {
  readonly open_time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly is_closed: boolean;
}

export type LiveState = 'connecting' | 'live' | 'interrupted' | 'refused';

interface Message {
  readonly event: string;
  readonly detail?: string;
  readonly id?: string;
  readonly data?: LiveCandle;
  readonly subscriptions?: readonly { readonly id?: string }[];
}

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 15_000;
const EXPIRED_TOKEN = 4401;
/** Close codes after which another attempt with the same token would meet the same answer. */
const FINAL_CLOSE_CODES = [EXPIRED_TOKEN, 4429];

/**
 * The candles of a series as they are stored, handed over once per frame at most: a market of fifty updates a second costs one drawing
 * of the newest. Resumes after the last one when the connection breaks.
 */
export function useLiveCandles(
  series: Series | undefined,
  onCandles: (candles: readonly LiveCandle[]) => void,
): { readonly state: LiveState; readonly detail: string | undefined } {
  const [status, setStatus] = useState<{ state: LiveState; detail?: string }>({ state: 'connecting' });
  const deliver = useRef(onCandles);
  useEffect(() => {
    deliver.current = onCandles;
  });
  const { exchange, symbol, interval } = series ?? {};
  useEffect(() => {
    if (exchange === undefined || symbol === undefined || interval === undefined) return undefined;
    return followCandles({ exchange, symbol, interval }, (candles) => deliver.current(candles), setStatus);
  }, [exchange, symbol, interval]);
  return { state: status.state, detail: status.detail };
}

function followCandles(
  { exchange, symbol, interval }: Series,
  deliver: (candles: readonly LiveCandle[]) => void,
  report: (status: { state: LiveState; detail?: string }) => void,
): () => void {
  let socket: WebSocket | undefined;
  let since: string | undefined;
  let wait = FIRST_WAIT_MILLISECONDS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  let stopped = false;
  const arrived = new Map<string, LiveCandle>();

  const flush = () => {
    frame = undefined;
    const candles = [...arrived.values()];
    arrived.clear();
    deliver(candles);
  };
  const receive = ({ data: text }: MessageEvent<string>) => {
    const { event, detail, data, id, subscriptions } = JSON.parse(text) as Message;
    since = id ?? subscriptions?.[0]?.id ?? since;
    if (event === 'subscribed') {
      wait = FIRST_WAIT_MILLISECONDS;
      report({ state: 'live' });
    }
    if (event === 'error') report({ state: 'refused', detail });
    if (event !== 'kline' || !data) return;
    arrived.set(data.open_time, data);
    frame ??= requestAnimationFrame(flush);
  };
  const open = () => {
    const { token, expiresAt = Infinity } = currentSession();
    if (token === undefined) return;
    // A browser does not say why a connection was refused: without this one would be tried for ever.
    if (expiresAt <= Date.now()) {
      signOut({ token, detail: 'The token expired' });
      return;
    }
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/streams/ws`, ['bearer', token]);
    socket.onopen = () => {
      const channels = [`kline_${interval}`];
      socket?.send(
        JSON.stringify({ action: 'subscribe', symbols: [`${exchange}:${symbol}`], channels, since }),
      );
    };
    socket.onmessage = receive;
    socket.onclose = ({ code, reason }) => {
      if (stopped) return;
      if (FINAL_CLOSE_CODES.includes(code)) {
        report({ state: 'refused', detail: reason });
        if (code === EXPIRED_TOKEN) signOut({ token, detail: reason });
        return;
      }
      report({ state: 'interrupted' });
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS);
    };
  };
  // After the effects of this render: a component that is mounted twice (StrictMode) opens one connection.
  timer = setTimeout(open);
  return () => {
    stopped = true;
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    socket?.close();
  };
}
