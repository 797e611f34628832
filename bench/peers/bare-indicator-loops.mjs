/** The arithmetic of some indicators by the least JavaScript code: what a loop over columns costs in this language. */
export const BARE_LOOPS = {
  momentum({ close }, { period }, [changes]) {
    changes.fill(NaN, 0, period);
    for (let bar = period; bar < close.length; bar++) changes[bar] = close[bar] - close[bar - period];
  },

  true_range({ high, low, close }, _parameters, [ranges]) {
    ranges[0] = NaN;
    for (let bar = 1; bar < close.length; bar++) ranges[bar] = trueRangeAt(high, low, close, bar);
  },

  atr({ high, low, close }, { period }, [averages]) {
    averages.fill(NaN, 0, period);
    let average = 0;
    for (let bar = 1; bar <= period; bar++) average += trueRangeAt(high, low, close, bar) / period;
    averages[period] = average;
    const [kept, weight] = [(period - 1) / period, 1 / period];
    for (let bar = period + 1; bar < close.length; bar++) {
      average = average * kept + trueRangeAt(high, low, close, bar) * weight;
      averages[bar] = average;
    }
  },

  ad({ high, low, close, volume }, _parameters, [lines]) {
    let line = 0;
    for (let bar = 0; bar < close.length; bar++) {
      const range = high[bar] - low[bar];
      if (range > 0) line += ((close[bar] - low[bar] - (high[bar] - close[bar])) / range) * volume[bar];
      lines[bar] = line;
    }
  },
};

function trueRangeAt(high, low, close, bar) {
  const before = close[bar - 1];
  return (high[bar] > before ? high[bar] : before) - (low[bar] < before ? low[bar] : before);
}

/** What a kernel of WebAssembly, which reads its own memory alone, needs of columns that threads share. */
const COPIED = {
  momentum: ['close'],
  true_range: ['high', 'low', 'close'],
  atr: ['high', 'low', 'close'],
  natr: ['high', 'low', 'close'],
};

const STRETCH = 2_048;
const BYTES = Float64Array.BYTES_PER_ELEMENT;
const memory = Array.from({ length: 4 }, () => new Float64Array(STRETCH));
const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);
const memoryBytes = memory.map(bytesOf);

/** The columns of some indicators copied there and a result back, stretch by stretch: what such a kernel takes if it calculates nothing. */
export const BARE_COPIES = Object.fromEntries(
  Object.entries(COPIED).map(([name, columns]) => [
    name,
    (candles, [result]) => {
      for (let start = 0; start < result.length; start += STRETCH) {
        const end = Math.min(start + STRETCH, result.length);
        columns.forEach((column, index) => {
          const { buffer, byteOffset } = candles[column];
          const stretch = new Uint8Array(buffer, byteOffset + start * BYTES, (end - start) * BYTES);
          memoryBytes[index].fill(stretch, 0, stretch.length);
        });
        result.set(memory[3].subarray(0, end - start), start);
      }
    },
  ]),
);
