import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSymbolWords } from './symbol-words-file';

describe('loadSymbolWords', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-words-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  function load(content: string) {
    const file = join(directory, 'words.json');
    writeFileSync(file, content);
    return loadSymbolWords(file);
  }

  it('has none without a file', () => {
    expect(loadSymbolWords(undefined)).toEqual({});
  });

  it('reads them by ticker', () => {
    expect(load('{"PEPE": ["pepe coin", " Pepecoin "], "1INCH": ["1inch"]}')).toEqual({
      PEPE: ['pepe coin', 'Pepecoin'],
      '1INCH': ['1inch'],
    });
  });

  it.each([
    ['{"PEPE/USDT": ["pepe"]}', '"PEPE/USDT" must be a ticker in capitals'],
    ['{"pepe": ["pepe"]}', '"pepe" must be a ticker in capitals'],
    ['{"": ["pepe"]}', '"" must be a ticker in capitals'],
    ['{"PEPE": "pepe coin"}', 'PEPE must be a list of words'],
    ['{"PEPE": []}', 'PEPE must be a list of words'],
    ['{"PEPE": ["pepe", " "]}', 'PEPE must be a list of words'],
    ['{"PEPE": [1]}', 'PEPE must be a list of words'],
    ['["PEPE"]', 'must hold a JSON object'],
    ['null', 'must hold a JSON object'],
    ['{', ''],
  ])('refuses %s and says what is allowed', (content, message) => {
    expect(() => load(content)).toThrow(`SYMBOL_WORDS_FILE: ${message}`);
  });

  it('refuses a file that is not there', () => {
    expect(() => loadSymbolWords(join(directory, 'missing.json'))).toThrow(
      /^SYMBOL_WORDS_FILE: .*missing\.json/,
    );
  });
});
