import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEE_PRESETS } from '#engine/market/fee-presets';
import { loadFeePresets } from './fee-presets';

describe('loadFeePresets', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-presets-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  function load(content: string) {
    const file = join(directory, 'presets.json');
    writeFileSync(file, content);
    return loadFeePresets(file);
  }

  it('has the built-in ones without a file', () => {
    expect(loadFeePresets(undefined)).toBe(FEE_PRESETS);
  });

  it('lays the file over them', () => {
    const own = {
      markets: { spot: { maker: '-0.0001', taker: '0.0003' } },
      asOf: '2026-01',
      source: 'our contract',
    };
    const presets = load(JSON.stringify({ binance: own, house: own }));
    expect(presets.binance).toEqual(own);
    expect(presets.house).toEqual(own);
    expect(presets.kraken).toBe(FEE_PRESETS.kraken);
  });

  it.each([
    '{"x": null}',
    '{"x": {}}',
    '{"x": {"markets": null, "asOf": "a", "source": "b"}}',
    '{"x": {"markets": {}, "asOf": "a", "source": "b"}}',
    '{"x": {"markets": {"futures": {"maker": "0", "taker": "0"}}, "asOf": "a", "source": "b"}}',
    '{"x": {"markets": {"spot": {"maker": 0.1, "taker": "1e-3"}}, "asOf": "a", "source": "b"}}',
    '{"x": {"markets": {"spot": null}, "asOf": "a", "source": "b"}}',
    '[1]',
    'null',
    '{',
  ])('refuses %s and names the variable', (content) => {
    expect(() => load(content)).toThrow(/^FEE_PRESETS_FILE: /);
  });

  it('refuses a file that is not there', () => {
    expect(() => loadFeePresets(join(directory, 'missing.json'))).toThrow(
      /^FEE_PRESETS_FILE: .*missing\.json/,
    );
  });

  it('does not wait for what is no file', () => {
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero', directory]) {
      expect(() => loadFeePresets(path)).toThrow('FEE_PRESETS_FILE: must be a regular file');
    }
  });
});
