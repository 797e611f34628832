import { readServerSentEvents } from './server-sent-events';

async function read(...chunks: readonly string[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readServerSentEvents(body)) events.push(event);
  return events;
}

describe('readServerSentEvents', () => {
  // The streams of the HTML standard, 9.2.6, with what it says they dispatch.
  it('reads the examples of the standard', async () => {
    expect(await read('data: YHOO\ndata: +2\ndata: 10\n\n')).toMatchObject([{ data: 'YHOO\n+2\n10' }]);
    expect(
      await read(
        ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
      ),
    ).toMatchObject([
      { data: 'first event', id: '1' },
      { data: 'second event', id: '' },
      { data: ' third event' },
    ]);
    expect(await read('data\n\ndata\ndata\n\ndata:')).toMatchObject([{ data: '' }, { data: '\n' }]);
  });

  it.each([
    ['in one piece', ['event: kline\r\nid: 7\r\ndata: {"a":1}\r\n\r\n']],
    ['cut within a line end', ['event: kline\r', '\nid: 7\r\ndata: {"a":1}\r\n', '\r\n']],
    ['cut within a letter', ['event: kl', 'ine\rid: 7\rdata: {"a":1}\r\r', '\n']],
  ])('reads an event %s', async (_how, chunks) => {
    expect(await read(...chunks)).toEqual([{ event: 'kline', id: '7', data: '{"a":1}' }]);
  });
});
