import { formatTrace, parseTrace } from './trace-parent';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

// The examples of https://www.w3.org/TR/trace-context/#examples-of-http-traceparent-headers, and what its section 3.2.2 excludes.
describe('parseTrace', () => {
  it('reads trace, parent and whether it is sampled', () => {
    expect(parseTrace(`00-${TRACE}-${SPAN}-01`, undefined)).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      traceFlags: 1,
      isRemote: true,
    });
    expect(parseTrace(`00-${TRACE}-${SPAN}-00`, '')).toMatchObject({ traceFlags: 0 });
  });

  it('reads a later version by what it has in common with the first', () => {
    expect(parseTrace(`cc-${TRACE}-${SPAN}-ff-what-the-future-brings`, undefined)).toMatchObject({
      traceId: TRACE,
      traceFlags: 1,
    });
  });

  it.each([
    undefined,
    '',
    ['a list'],
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `cc-${TRACE}-${SPAN}-01.more`,
    ` 00-${TRACE}-${SPAN}-01`,
  ])('ignores %j', (traceparent) => {
    expect(parseTrace(traceparent, 'a=1')).toBeUndefined();
  });
});

describe('formatTrace', () => {
  it('writes what was read, in version 00, with the valid members of the state', () => {
    const read = parseTrace(`cc-${TRACE}-${SPAN}-03-x`, 'congo=t61rcWkgMzE, ,not valid,rojo=00f067');
    expect(formatTrace(read!)).toEqual({
      traceparent: `00-${TRACE}-${SPAN}-01`,
      tracestate: 'congo=t61rcWkgMzE,rojo=00f067',
    });
    expect(formatTrace(parseTrace(`00-${TRACE}-${SPAN}-00`, undefined)!)).toEqual({
      traceparent: `00-${TRACE}-${SPAN}-00`,
      tracestate: null,
    });
  });
});
