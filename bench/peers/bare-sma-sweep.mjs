// The limit of JavaScript for row 2: sma_sweep.c line by line, with the same arguments and commands. It keeps no trades, knows
// one strategy and one way to fill, and reads columns that no other thread shares.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const DAYS_PER_YEAR = 365;
const DAY_MILLISECONDS = 86_400_000;

const [file, ...numbers] = process.argv.slice(2);
const [bars, capital, feeRate, ...axes] = numbers.map(Number);
const [fast, slow] = [axes.slice(0, 3), axes.slice(3)].map(([first, step, count]) =>
  Array.from({ length: count }, (_, index) => first + index * step),
);
const bytes = new Uint8Array(readFileSync(file));
const [openTime, open, close] = [0, 1, 2].map(
  (column) => new Float64Array(bytes.buffer, column * bars * Float64Array.BYTES_PER_ELEMENT, bars),
);
const newColumn = () => new Float64Array(bars);
const [fastAverages, slowAverages] = [fast.map(newColumn), slow.map(newColumn)];
const equity = newColumn();
const returns = newColumn();
const dayBars = new Uint32Array(bars + 2);
let dayCount = 0;

function average(period, column) {
  let sum = 0;
  for (let bar = 0; bar < period; bar++) sum += close[bar];
  column[period - 1] = sum / period;
  for (let bar = period; bar < bars; bar++) {
    sum += close[bar] - close[bar - period];
    column[bar] = sum / period;
  }
}

/** The first bar, then the last of each day. */
function findDays() {
  const endOf = (time) => (Math.floor(time / DAY_MILLISECONDS) + 1) * DAY_MILLISECONDS;
  let dayEnd = endOf(openTime[0]);
  dayCount = 0;
  dayBars[dayCount++] = 0;
  for (let bar = 1; bar < bars; bar++) {
    if (openTime[bar] < dayEnd) continue;
    if (bar > 1) dayBars[dayCount++] = bar - 1;
    dayEnd = endOf(openTime[bar]);
  }
  dayBars[dayCount++] = bars - 1;
}

/** Answers how many trades there are. */
function simulate(fastAverage, slowAverage, slowPeriod) {
  let cash = capital;
  let quantity = 0;
  let before = fastAverage[slowPeriod - 1] - slowAverage[slowPeriod - 1];
  let trades = 0;
  let order = 0;
  for (let bar = 0; bar < slowPeriod; bar++) equity[bar] = capital;
  for (let bar = slowPeriod; bar < bars; bar++) {
    if (order < 0 && quantity > 0) {
      cash += quantity * open[bar] * (1 - feeRate);
      quantity = 0;
      trades++;
    } else if (order > 0 && quantity === 0) {
      const cost = open[bar] * (1 + feeRate);
      quantity = cash / cost;
      cash -= quantity * cost;
    }
    equity[bar] = cash + quantity * close[bar];
    const now = fastAverage[bar] - slowAverage[bar];
    order = before <= 0 && now > 0 ? 1 : before >= 0 && now < 0 ? -1 : 0;
    before = now;
  }
  if (quantity > 0) {
    equity[bars - 1] = cash + quantity * close[bars - 1] * (1 - feeRate);
    trades++;
  }
  return trades;
}

function sharpeRatio() {
  const count = dayCount - 1;
  let sum = 0;
  for (let day = 0; day < count; day++) {
    returns[day] = equity[dayBars[day + 1]] / equity[dayBars[day]] - 1;
    sum += returns[day];
  }
  const mean = sum / count;
  let squares = 0;
  for (let day = 0; day < count; day++) squares += (returns[day] - mean) * (returns[day] - mean);
  return (mean / Math.sqrt(squares / (count - 1))) * Math.sqrt(DAYS_PER_YEAR);
}

function maxDrawdown() {
  let deepest = 0;
  let bar = 0;
  while (bar < bars) {
    const peak = equity[bar++];
    let trough = peak;
    for (; bar < bars && equity[bar] < peak; bar++) trough = equity[bar] < trough ? equity[bar] : trough;
    if (1 - trough / peak > deepest) deepest = 1 - trough / peak;
  }
  return deepest;
}

function sweep() {
  const figures = { totalReturns: [], sharpeRatios: [], maxDrawdowns: [], trades: [] };
  fast.forEach((period, index) => average(period, fastAverages[index]));
  slow.forEach((period, index) => average(period, slowAverages[index]));
  findDays();
  for (const fastAverage of fastAverages) {
    slow.forEach((period, index) => {
      figures.trades.push(simulate(fastAverage, slowAverages[index], period));
      figures.totalReturns.push(equity[bars - 1] / equity[0] - 1);
      figures.sharpeRatios.push(sharpeRatio());
      figures.maxDrawdowns.push(maxDrawdown());
    });
  }
  return figures;
}

function run(repetitions) {
  const milliseconds = Array.from({ length: repetitions }, () => {
    const startedAt = performance.now();
    sweep();
    return performance.now() - startedAt;
  });
  return { milliseconds };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, repetitions] = line.split(' ');
  console.log(JSON.stringify(command === 'run' ? run(Number(repetitions)) : sweep()));
});
