import { IndicatorMemo } from './indicator-memo';

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** A memo, and the keys it had to compute. */
function counting(capacityNumbers: number) {
  const computed: string[] = [];
  const memo = new IndicatorMemo(capacityNumbers * BYTES);
  const get = (key: string, length: number) =>
    memo.get(key, () => {
      computed.push(key);
      return new Float64Array(length);
    });
  return { get, computed };
}

describe('IndicatorMemo', () => {
  it('computes a column once', () => {
    const { get, computed } = counting(100);
    expect(get('sma', 10)).toBe(get('sma', 10));
    get('ema', 10);
    expect(computed).toEqual(['sma', 'ema']);
  });

  it('lets go of what was used longest ago', () => {
    const { get, computed } = counting(30);
    for (const key of ['a', 'b', 'c', 'a', 'd']) get(key, 10);
    expect(computed).toEqual(['a', 'b', 'c', 'd']);
    for (const key of ['a', 'c', 'd', 'b']) get(key, 10);
    expect(computed).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  it('makes room for a large column, and does not keep one that is larger than all room', () => {
    const { get, computed } = counting(30);
    for (const key of ['a', 'b', 'c']) get(key, 10);
    get('large', 25);
    get('huge', 31);
    for (const key of ['large', 'huge', 'a']) get(key, 5);
    expect(computed).toEqual(['a', 'b', 'c', 'large', 'huge', 'huge', 'a']);
  });

  it('lends what it let go of, once no run reads that any more', () => {
    const memo = new IndicatorMemo(20 * BYTES);
    const [first, second, third] = ['a', 'b', 'c'].map((key) => memo.get(key, () => new Float64Array(10)));
    expect(memo.lend(10)).toBeUndefined();
    memo.endRun();
    expect([memo.lend(5), memo.lend(10), memo.lend(10)]).toEqual([undefined, first, undefined]);
    expect([memo.get('b', () => first), memo.get('c', () => first)]).toEqual([second, third]);
  });

  it('leaves to the next memo of the thread what it owned, and nothing else', () => {
    const memo = new IndicatorMemo();
    const fresh = (into?: Float64Array) => into ?? new Float64Array(7);
    const owned = ['a', 'b', 'c'].map((key) => memo.getOwned(key, 7, fresh));
    const foreign = memo.get('d', () => new Float64Array(8));
    memo.release();
    const next = new IndicatorMemo();
    expect(next.lend(8)).toBeUndefined();
    expect([next.getOwned('a', 7, fresh), next.getOwned('b', 7, fresh)]).toEqual(owned.slice(0, 2));
    expect(next.get('a', () => foreign)).toBe(owned[0]);
    expect(next.lend(7)).toBeUndefined();
  });

  it('keeps nothing of what failed', () => {
    const memo = new IndicatorMemo();
    const fails = () => {
      throw new RangeError('too long');
    };
    expect(() => memo.get('sma', fails)).toThrow(RangeError);
    expect(memo.get('sma', () => Float64Array.of(1))).toEqual(Float64Array.of(1));
  });
});
