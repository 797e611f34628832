import { canonicalJson } from './canonical-json';

describe('canonicalJson', () => {
  it('writes the sample of RFC 8785 as its section 3.2.3 does', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(sample))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members as the sample of RFC 8785, section 3.2.3, by UTF-16 code units', () => {
    const sample = String.raw`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`;
    const sorted = [...canonicalJson(JSON.parse(sample)).matchAll(/:"([^"]*)"/g)].map(([, name]) => name);
    expect(sorted).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('keeps members with the names of prototypes', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1},"a":[{"d":1,"c":2}]}'))).toBe(
      '{"__proto__":{"b":1},"a":[{"c":2,"d":1}]}',
    );
  });
});
