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
