import { floatText } from './float-text';

// The shortest texts are numpy's: numpy.format_float_positional(numpy.float32(value), unique=True, trim='-').
describe('the text of a price that was a float of 32 bits', () => {
  it.each([
    [150.02999877929688, '150.03'],
    [98.19999694824219, '98.2'],
    [282.2799987792969, '282.28'],
    [4.2769999504089355, '4.277'],
    [23.056072235107422, '23.056072'],
    [124.80750274658203, '124.8075'],
    [3.0517578125e-5, '0.000030517578'],
    [8388608.5, '8388608.5'],
    [16777216, '16777216'],
    [628900, '628900'],
    [0.1, '0.1'],
    [1455.219971, '1455.219971'],
    [0, '0'],
  ])('is of %d the text %s', (value, text) => expect(floatText(value)).toBe(text));

  it('means the same float, whichever it is', () => {
    for (let value = 1e-3, step = 0; step < 2_000; step++, value *= 1.01) {
      const float = Math.fround(value);
      expect(Math.fround(Number(floatText(float)))).toBe(float);
    }
  });
});
