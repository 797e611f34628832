// The limit for row 9: node:http that answers every GET with a stream, and writes each frame it is sent over IPC to all of them.
import { createServer } from 'node:http';

const streams = new Set();

const server = createServer((request, response) => {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  streams.add(response);
  response.once('close', () => streams.delete(response));
});

process.on('message', ({ symbol, close, openTime }) => {
  const committedAt = Date.now();
  const data = JSON.stringify({
    event: 'kline',
    symbol,
    timestamp: new Date(committedAt).toISOString(),
    data: {
      exchange: 'bench',
      symbol,
      interval: '1m',
      open_time: new Date(openTime).toISOString(),
      open: '1',
      high: '1000000',
      low: '1',
      close,
      volume: '12.5',
      is_closed: true,
    },
  });
  const frame = Buffer.from(`event: kline\nid: ${openTime}.${committedAt}\ndata: ${data}\n\n`);
  for (const response of streams) response.write(frame);
});

server.listen(Number(process.env.PORT), '127.0.0.1', 20_000, () => process.send('listening'));
process.once('disconnect', () => process.exit());
