import { once } from 'node:events';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** A request whose answer is read as it comes: milliseconds to the first byte of the body and to the last. */
export async function timedRead(port, { method = 'GET', path, token, accept = 'application/json', body }) {
  const startedAt = performance.now();
  const sending = request({
    ...{ port, agent, host: '127.0.0.1', method, path },
    headers: {
      accept,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
  });
  sending.end(body && JSON.stringify(body));
  const [response] = await once(sending, 'response');
  const chunks = [];
  let firstByte;
  for await (const chunk of response) {
    firstByte ??= performance.now() - startedAt;
    chunks.push(chunk);
  }
  const whole = performance.now() - startedAt;
  const text = Buffer.concat(chunks).toString();
  if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}: ${text}`);
  return { firstByte, whole, text, link: response.headers.link };
}
