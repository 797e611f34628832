import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where it has no parent. */
  readonly parentSpanId: string;
}

interface Field {
  readonly number: number;
  readonly value: Buffer;
}

/** A collector of traces, by OTLP over HTTP and protobuf. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceReceiver> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const isPacked = request.headers['content-encoding'] === 'gzip';
        if (request.url === '/v1/traces') receiver.spans.push(...spansOf(isPacked ? gunzipSync(body) : body));
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
    }).listen(0, '127.0.0.1');
    const receiver = new TraceReceiver(server);
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** By the numbers of the fields in opentelemetry/proto/trace/v1/trace.proto: ResourceSpans, ScopeSpans, Span. */
function spansOf(message: Buffer): ReceivedSpan[] {
  return all(message, 1).flatMap((resourceSpans) => {
    const attributes = all(one(resourceSpans, 1), 1);
    const service = attributes.find((attribute) => text(one(attribute, 1)) === 'service.name');
    return all(resourceSpans, 2)
      .flatMap((scopeSpans) => all(scopeSpans, 2))
      .map((span) => ({
        service: service ? text(one(one(service, 2), 1)) : '',
        name: text(one(span, 5)),
        kind: one(span, 6).readUIntBE(0, 1),
        traceId: one(span, 1).toString('hex'),
        spanId: one(span, 2).toString('hex'),
        parentSpanId: one(span, 4).toString('hex'),
      }));
  });
}

function all(message: Buffer, number: number): Buffer[] {
  return fieldsOf(message)
    .filter((field) => field.number === number)
    .map(({ value }) => value);
}

function one(message: Buffer, number: number): Buffer {
  return all(message, number).at(0) ?? Buffer.alloc(0);
}

function text(value: Buffer): string {
  return value.toString('utf8');
}

/** The wire format of protobuf; the value of a number is its bytes as sent. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  for (let offset = 0; offset < message.length;) {
    const tag = varint(message, offset);
    const [start, end] = extentOf(message, tag.value % 8, tag.end);
    fields.push({ number: Math.floor(tag.value / 8), value: message.subarray(start, end) });
    offset = end;
  }
  return fields;
}

/** By its wire type: eight bytes, those that a length says, four bytes, or a varint. */
function extentOf(message: Buffer, type: number, start: number): [start: number, end: number] {
  if (type === 1) return [start, start + 8];
  if (type === 5) return [start, start + 4];
  const { value, end } = varint(message, start);
  return type === 2 ? [end, end + value] : [start, end];
}

function varint(message: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let end = start;
  for (let more = true; more; end++) {
    value += (message[end] & 0x7f) * 2 ** (7 * (end - start));
    more = message[end] >= 0x80;
  }
  return { value, end };
}
