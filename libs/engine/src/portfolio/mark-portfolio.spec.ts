import { seededRandom } from '../seeded-random';
import { type AlignedMembers } from './align-members';
import { PortfolioMarks } from './mark-portfolio';
import { PortfolioAccount } from './portfolio-account';

const BARS = 37;
const FIRST = 5;

/** Equity and mean weights by their definition, bar by bar, each sum in the order of the members. */
function byDefinition(account: PortfolioAccount, closes: readonly Float64Array[], from: number, to: number) {
  const bars = Array.from({ length: to - from }, (_, index) => from + index);
  const held = [...account.quantity.entries()].filter(([, quantity]) => quantity !== 0);
  const equity = bars.map((bar) =>
    held.reduce((sum, [member, quantity]) => sum + quantity * closes[member][bar], account.cash),
  );
  const averageWeights = closes.map(() => 0);
  for (const [member, quantity] of held) {
    const sum = bars.reduce((sum, bar, index) => sum + closes[member][bar] * (1 / equity[index]), 0);
    averageWeights[member] = (sum * quantity) / (BARS - FIRST);
  }
  return { equity, averageWeights };
}

it.each(Array.from({ length: 60 }, (_, seed) => [seed]))('marks and weighs what is held, draw %i', (seed) => {
  const random = seededRandom(seed + 1);
  const closes = Array.from({ length: 1 + (seed % 13) }, () =>
    Float64Array.from({ length: BARS }, () => 50 + 100 * random()),
  );
  const account = new PortfolioAccount(100_000, closes.length);
  for (const [member, close] of closes.entries()) {
    if (random() < 0.3) {
      // Nothing is held, and nothing is known yet: it is no part of any sum.
      close.fill(NaN);
      continue;
    }
    account.quantity[member] = 200 * random() - 80;
  }
  const aligned = {
    openTime: new Float64Array(BARS),
    first: FIRST,
    members: closes.map((close) => ({ close })),
  } as unknown as AlignedMembers;
  const marks = new PortfolioMarks(account, aligned);
  const [from, to] = [FIRST + 3, FIRST + 3 + Math.ceil(random() * 20)];

  expect(marks.mark(from, to)).toBe(-1);
  marks.weigh(from, to);

  const { equity, averageWeights } = byDefinition(account, closes, from, to);
  expect([...marks.equity.subarray(from - FIRST, to - FIRST)]).toEqual(equity);
  expect([...marks.averageWeights]).toEqual(averageWeights);
});
