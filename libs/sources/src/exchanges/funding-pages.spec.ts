import type { SettledFunding } from './exchange-source';
import { type FundingPayment, fundingPages } from './funding-pages';

const HOUR = 3_600_000;

function payment(hour: number, fundingRate = '0.0001', markPrice: string | null = null): SettledFunding {
  return { fundingTime: hour * HOUR, fundingRate, markPrice };
}

/** Answers at most two from a time on, and keeps what was requested. */
function sourceOf(...payments: readonly SettledFunding[]) {
  const requested: number[] = [];
  const fetch = (since: number) => {
    requested.push(since);
    return Promise.resolve(payments.filter(({ fundingTime }) => fundingTime >= since).slice(0, 2));
  };
  return { requested, fetch };
}

async function collect(pages: AsyncIterable<readonly FundingPayment[]>): Promise<SettledFunding[]> {
  const all: FundingPayment[] = [];
  for await (const page of pages) all.push(...page);
  return all.map((one) => ({ ...one, fundingTime: one.fundingTime.getTime() }));
}

describe('the pages of settled funding', () => {
  it('go on after the last payment until nothing is left', async () => {
    const payments = [0, 8, 16, 24, 32].map((hour) => payment(hour));
    const { requested, fetch } = sourceOf(...payments);
    expect(await collect(fundingPages(fetch, { from: 0, to: 100 * HOUR }))).toEqual(payments);
    expect(requested).toEqual([0, 8 * HOUR + 1, 24 * HOUR + 1, 32 * HOUR + 1]);
  });

  it('hold both bounds and nothing outside them', async () => {
    const { fetch } = sourceOf(...[0, 8, 16, 24].map((hour) => payment(hour)));
    const times = (await collect(fundingPages(fetch, { from: 8 * HOUR, to: 16 * HOUR }))).map(
      ({ fundingTime }) => fundingTime / HOUR,
    );
    expect(times).toEqual([8, 16]);
  });

  it('end at a source that answers the same again and again', async () => {
    const stuck = () => Promise.resolve([payment(8)]);
    expect(await collect(fundingPages(stuck, { from: 0, to: 100 * HOUR }))).toEqual([payment(8)]);
  });

  it.each(['', 'NaN', 'Infinity', '1e-4', '--1'])('refuse the rate "%s"', async (rate) => {
    const { fetch } = sourceOf(payment(8, rate));
    await expect(collect(fundingPages(fetch, { from: 0, to: 100 * HOUR }))).rejects.toMatchObject({
      kind: 'malformed',
    });
  });

  it('keep signed rates digit for digit, and no mark price that cannot be read', async () => {
    const { fetch } = sourceOf(payment(8, '-0.00012300', '2.7700'), payment(16, '0', 'NaN'));
    expect(await collect(fundingPages(fetch, { from: 0, to: 100 * HOUR }))).toEqual([
      payment(8, '-0.00012300', '2.7700'),
      payment(16, '0', null),
    ]);
  });
});
