import { chunksOf } from './chunks';

/** An event of a stream (WHATWG HTML, 9.2.6). */
export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Reads the events of a body as they arrive: any chunks, any line ends; comments are skipped. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  let fields = new Map<string, string[]>();
  const text = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const chunk of chunksOf(text)) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') {
        collect(fields, line);
        continue;
      }
      const data = fields.get('data');
      if (data) {
        yield {
          id: fields.get('id')?.at(-1),
          event: fields.get('event')?.at(-1) ?? 'message',
          data: data.join('\n'),
        };
      }
      fields = new Map();
    }
  }
}

function collect(fields: Map<string, string[]>, line: string): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  fields.set(name, [...(fields.get(name) ?? []), value]);
}
