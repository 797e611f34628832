import { type Addresses, addressesText } from './announcement';

const ADDRESSES = {
  settings: { apiUrl: 'http://127.0.0.1:8003', shownDataDirectory: '.data' },
  metricsUrls: { api: 'http://127.0.0.1:9464/metrics', worker: 'http://127.0.0.1:9465/metrics' },
  token: undefined,
  backtestId: undefined,
  liveCandle: undefined,
  firstEvent: undefined,
} as unknown as Addresses;

describe('addressesText', () => {
  it('begins with the link of the console, with the token in the fragment, which browsers send to nobody', () => {
    const lines = addressesText({ ...ADDRESSES, token: 'abc.def.ghi' }).split('\n');
    expect(lines[0]).toBe('  Console   http://127.0.0.1:8003/#token=abc.def.ghi');
    expect(lines).toContain('TOKEN=abc.def.ghi');
  });

  it('says that the console needs a token where only those of an issuer are accepted', () => {
    const [first] = addressesText(ADDRESSES).split('\n');
    expect(first).toBe('  Console   http://127.0.0.1:8003/, where you enter a token of your issuer');
  });
});
