type Urls = { [name: string]: string | Urls };

const ADDRESS = /^(http|ws)(s?):\/\/(.+)$/;

/**
 * An exchange's addresses led through a relay: its own host becomes the first part of the path, as exchanges keep their
 * markets apart by host (and ccxt spot from futures by the address of the socket). Sockets go to the same host by ws or wss.
 */
export function throughRelay<T extends string | Urls>(urls: T, relay: string): T {
  if (typeof urls === 'string') return relayed(urls, relay) as T;
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, throughRelay(url, relay)])) as T;
}

function relayed(url: string, relay: string): string {
  const match = ADDRESS.exec(url);
  if (!match) return url;
  const [, protocol, , hostAndPath] = match;
  const base = relay.replace(/\/+$/, '');
  return `${protocol === 'ws' ? base.replace(/^http/, 'ws') : base}/${hostAndPath}`;
}
