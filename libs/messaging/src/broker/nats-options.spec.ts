import { natsOptions } from './nats-options';

describe('natsOptions', () => {
  // Forms of the address: https://docs.nats.io/using-nats/developer/connecting/userpass and .../token
  it.each([
    ['nats://broker:4222', { servers: 'broker:4222' }],
    ['nats://me:p%40ss@broker:4222', { servers: 'broker:4222', user: 'me', pass: 'p@ss' }],
    ['nats://a-token@broker', { servers: 'broker', token: 'a-token' }],
    ['tls://me:secret@broker:4443', { servers: 'broker:4443', user: 'me', pass: 'secret', tls: {} }],
  ])('reads %s', (address, expected) => {
    const { servers, user, pass, token, tls, reconnect } = natsOptions(address);

    expect({ servers, user, pass, token, tls }).toEqual({
      ...{ user: undefined, pass: undefined, token: undefined, tls: undefined },
      ...expected,
    });
    expect(reconnect).toBe(false);
  });
});
