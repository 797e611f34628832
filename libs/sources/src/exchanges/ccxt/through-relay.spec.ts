import { throughRelay } from './through-relay';

describe('throughRelay', () => {
  it('makes the host of every address the first part of the path, and a socket of a socket', () => {
    const urls = {
      public: 'https://api.binance.com/api/v3',
      ws: { spot: 'wss://stream.binance.com:9443/ws', future: 'wss://fstream.binance.com/ws' },
      rest: 'https://{hostname}',
    };

    expect(throughRelay(urls, 'http://127.0.0.1:1234/')).toEqual({
      public: 'http://127.0.0.1:1234/api.binance.com/api/v3',
      ws: {
        spot: 'ws://127.0.0.1:1234/stream.binance.com:9443/ws',
        future: 'ws://127.0.0.1:1234/fstream.binance.com/ws',
      },
      rest: 'http://127.0.0.1:1234/{hostname}',
    });
    expect(throughRelay('wss://ws.okx.com:8443/ws/v5', 'https://relay.example/x')).toBe(
      'wss://relay.example/x/ws.okx.com:8443/ws/v5',
    );
  });
});
