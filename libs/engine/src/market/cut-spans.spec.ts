import { cutSpans } from './cut-spans';

describe('cutSpans', () => {
  it('cuts a stretch at each time inside it, and at none of its ends', () => {
    const spans = [
      { first: 0, last: 10 },
      { first: 20, last: 30 },
    ];
    expect(cutSpans(spans, [0, 4, 7, 15, 25, 30])).toEqual([
      { first: 0, last: 4 },
      { first: 4, last: 7 },
      { first: 7, last: 10 },
      { first: 20, last: 25 },
      { first: 25, last: 30 },
    ]);
    expect(cutSpans(spans, [])).toEqual(spans);
  });
});
