import {
  barsRule,
  describeRule,
  factorRule,
  followsRule,
  type ParameterRule,
  readParameter,
} from './parameter-rule';

const MODE: ParameterRule = {
  type: 'integer',
  default: 1,
  minimum: 0,
  maximum: 1,
  words: ['slow', 'fast'],
  summary: 'How to go.',
};

describe('parameter rules', () => {
  it('hold a number to its kind and its range', () => {
    const bars = barsRule(14, 'Bars.', 2);
    for (const value of [2, 14, 2_000]) expect(followsRule(value, bars)).toBe(true);
    for (const value of [1, 2_001, 2.5, NaN, Infinity, '14', null, undefined, [14], true]) {
      expect(followsRule(value, bars)).toBe(false);
      expect(readParameter(value, bars)).toBeUndefined();
    }
    expect(followsRule(2.5, factorRule(2, 'Factor.'))).toBe(true);
  });

  it('take a word for its index', () => {
    expect(readParameter('slow', MODE)).toBe(0);
    expect(readParameter('fast', MODE)).toBe(1);
    expect(readParameter(1, MODE)).toBe(1);
    for (const value of ['medium', '', 'toString', 2, null]) {
      expect(readParameter(value, MODE)).toBeUndefined();
    }
  });

  it('say what they want', () => {
    expect(describeRule(barsRule(14, 'Bars.', 2))).toBe('an integer from 2 to 2000 (default 14)');
    expect(describeRule(factorRule(2, 'Factor.'))).toBe('a number from 0.01 to 100 (default 2)');
    expect(describeRule(MODE)).toBe('one of slow, fast (default fast)');
  });
});
