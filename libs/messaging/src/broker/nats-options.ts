import type { ConnectionOptions } from '@nats-io/transport-node';

const CONNECT_MILLISECONDS = 5_000;
const PING_MILLISECONDS = 5_000;

/**
 * How the broker at an address such as `nats://user:password@host:4222`, `nats://token@host` or `tls://host` is connected to.
 * A connection that breaks is not repaired: what was sent on it may be lost, and what is sent next would then come before it.
 */
export function natsOptions(address: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(address);
  const [user, secret] = [username, password].map(decodeURIComponent);
  return {
    servers: host,
    name: process.title,
    timeout: CONNECT_MILLISECONDS,
    pingInterval: PING_MILLISECONDS,
    maxPingOut: 2,
    reconnect: false,
    ...(password !== '' && { user, pass: secret }),
    ...(password === '' && username !== '' && { token: user }),
    ...(protocol === 'tls:' && { tls: {} }),
  };
}
