import { FundingRates } from '#domain/funding/funding-rates';
import { openStorage, type Storage } from './support/storage';

const TARGET = { exchange: 'binance', symbol: 'BTC/USDT:USDT' };

describe('stored funding rates', () => {
  let storage: Storage;
  let rates: FundingRates;
  beforeAll(async () => {
    storage = await openStorage();
    rates = new FundingRates(storage.dataSource);
  });
  beforeEach(() => storage.pool.query('truncate funding_rates'));
  afterAll(() => storage.close());

  const payment = (time: string, fundingRate: string) => ({
    fundingTime: new Date(`2024-01-01T${time}Z`),
    fundingRate,
    markPrice: null,
  });

  async function stored(): Promise<string[]> {
    const latest = await rates.latest(TARGET, 100);
    return latest.map(
      ({ fundingTime, fundingRate }) => `${fundingTime.toISOString().slice(11, 23)} ${fundingRate}`,
    );
  }

  it('hold one payment a minute, whichever milliseconds it is stamped with', async () => {
    await rates.upsert(TARGET, [payment('00:00:00.017', '0.1'), payment('08:00:00', '0.2')]);
    const counts = await rates.upsert(TARGET, [
      payment('00:00:00', '0.1'),
      payment('07:59:59.990', '0.3'),
      payment('16:00:00', '0.4'),
    ]);
    expect(counts).toEqual({ inserted: 1, updated: 2 });
    expect(await stored()).toEqual(['00:00:00.000 0.1', '07:59:59.990 0.3', '16:00:00.000 0.4']);
  });

  it('mend what was stored twice', async () => {
    await storage.pool.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
       values ($1, $2, '2024-01-01T00:00:00Z', 0.1), ($1, $2, '2024-01-01T00:00:00.017Z', 0.1)`,
      [TARGET.exchange, TARGET.symbol],
    );
    expect(await rates.upsert(TARGET, [payment('00:00:00', '0.1')])).toEqual({ inserted: 0, updated: 0 });
    expect(await stored()).toEqual(['00:00:00.000 0.1']);
  });

  it('keep the last of two for the same minute, and leave neighbours and other symbols alone', async () => {
    await rates.upsert({ ...TARGET, symbol: 'ETH/USDT:USDT' }, [payment('00:00:00.017', '0.5')]);
    await rates.upsert(TARGET, [payment('00:01:00', '0.1')]);
    const twice = [payment('00:00:00', '0.2'), payment('00:00:00.017', '0.3')];
    expect(await rates.upsert(TARGET, twice)).toEqual({ inserted: 1, updated: 0 });
    expect(await stored()).toEqual(['00:00:00.017 0.3', '00:01:00.000 0.1']);
    expect(await rates.latest({ ...TARGET, symbol: 'ETH/USDT:USDT' }, 100)).toHaveLength(1);
  });

  it('know digits apart where numbers are equal', async () => {
    await rates.upsert(TARGET, [payment('00:00:00', '0.10')]);
    expect(await rates.upsert(TARGET, [payment('00:00:00', '0.100')])).toEqual({ inserted: 0, updated: 1 });
    expect(await rates.upsert(TARGET, [payment('00:00:00', '0.100')])).toEqual({ inserted: 0, updated: 0 });
    expect(await stored()).toEqual(['00:00:00.000 0.100']);
  });

  it('are not touched by an empty list', async () => {
    expect(await rates.upsert(TARGET, [])).toEqual({ inserted: 0, updated: 0 });
  });
});
