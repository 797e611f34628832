import type { StreamFormat } from '../kline-frames';

const FINAL = 0x80;
const TEXT = 0x1;
const PING = 0x9;
const PONG = 0xa;
/** Lengths above these do not fit into the second byte, or into two more (RFC 6455, 5.2). */
const SHORTEST_TWO_BYTE_LENGTH = 126;
const SHORTEST_EIGHT_BYTE_LENGTH = 65_536;

/** A message as a server sends it: whole and not masked, so that one buffer serves any number of sockets. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  let header: Buffer;
  if (length < SHORTEST_TWO_BYTE_LENGTH) header = Buffer.from([FINAL | opcode, length]);
  else if (length < SHORTEST_EIGHT_BYTE_LENGTH) {
    header = Buffer.from([FINAL | opcode, 126, 0, 0]);
    header.writeUInt16BE(length, 2);
  } else {
    header = Buffer.alloc(10);
    header[0] = FINAL | opcode;
    header[1] = 127;
    header.writeUIntBE(length, 4, 6);
  }
  return Buffer.concat([header, payload]);
}

export function textFrame(json: string): Buffer {
  return frameOf(TEXT, Buffer.from(json));
}

/** `data`: that of the ping that it answers. */
export function pongFrame(data: Buffer): Buffer {
  return frameOf(PONG, data);
}

export const PING_FRAME = frameOf(PING, Buffer.alloc(0));

/** The events of server-sent events, with their id as a field. */
export const WEB_SOCKET_FORMAT: StreamFormat = {
  type: 'websocket',
  frame: (_event, json, id) => textFrame(`${json.slice(0, -1)},"id":"${id}"}`),
};
