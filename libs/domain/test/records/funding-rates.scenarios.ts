import { FundingRates } from '#domain/funding/funding-rates';
import { openStorage, type Storage } from '../support/storage';

const TARGET = { exchange: 'binance', symbol: 'BTC/USDT:USDT' };

describe('stored funding rates', () => {
  let storage: Storage;
  let rates: FundingRates;
  beforeAll(async () => {
    storage = await openStorage();
    rates = new FundingRates(storage.dataSource);
  });
  beforeEach(() => storage.pool.query('truncate funding_rates, funding_rate_revisions'));
  afterAll(() => storage.close());

  const payment = (time: string, fundingRate: string, markPrice: string | null = null) => ({
    fundingTime: new Date(`2024-01-01T${time}Z`),
    fundingRate,
    markPrice,
  });

  async function revisions(): Promise<string[]> {
    const { rows } = await storage.pool.query<{ time: Date; rate: string; mark: string | null }>(
      'select funding_time as time, funding_rate as rate, mark_price as mark from funding_rate_revisions order by id',
    );
    return rows.map(({ time, rate, mark }) => `${time.toISOString().slice(11, 23)} ${rate} ${mark}`);
  }

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

  it('keep what a payment was before each correction', async () => {
    await rates.upsert(TARGET, [payment('00:00:00', '0.1', '42'), payment('08:00:00', '0.2')]);
    await rates.upsert(TARGET, [payment('00:00:00', '0.3', '42')]);
    // Corrected and stamped otherwise, in one answer.
    await rates.upsert(TARGET, [payment('00:00:00.001', '0.3', '43'), payment('08:00:00', '0.2', '44')]);
    await storage.pool.query(`update funding_rates set funding_rate = 9 where funding_rate = 0.2`);
    expect(await revisions()).toEqual([
      '00:00:00.000 0.1 42',
      '00:00:00.000 0.3 42',
      '08:00:00.000 0.2 null',
      '08:00:00.000 0.2 44',
    ]);
    expect(await stored()).toEqual(['00:00:00.001 0.3', '08:00:00.000 9']);
  });

  it('know a payment again whose stamp or digits alone are others', async () => {
    await rates.upsert(TARGET, [payment('08:00:00.001', '0.10')]);
    expect(await rates.upsert(TARGET, [payment('08:00:00', '0.1')])).toEqual({ inserted: 0, updated: 1 });
    expect(await stored()).toEqual(['08:00:00.000 0.1']);
    expect(await revisions()).toEqual([]);
  });

  it('keep a mark price that the newer answer does not have', async () => {
    await rates.upsert(TARGET, [payment('00:00:00', '0.1', '42'), payment('08:00:00.017', '0.2', '43')]);
    const unmarked = [payment('00:00:00', '0.1'), payment('08:00:00', '0.3')];
    expect(await rates.upsert(TARGET, unmarked)).toEqual({ inserted: 0, updated: 1 });
    const { rows } = await storage.pool.query(
      'select funding_rate as rate, mark_price as mark from funding_rates order by funding_time',
    );
    expect(rows).toEqual([
      { rate: '0.1', mark: '42' },
      { rate: '0.3', mark: '43' },
    ]);
  });

  it('say when the newest of them were settled, up to now, and the first', async () => {
    expect(await rates.newestTimes(TARGET, 2)).toEqual({ newest: [], first: null });
    const times = ['00:00:00.017', '08:00:00', '16:00:00'];
    await rates.upsert(
      TARGET,
      times.map((time) => payment(time, '0.1')),
    );
    const tomorrow = new Date(Date.now() + 86_400_000);
    await rates.upsert(TARGET, [{ fundingTime: tomorrow, fundingRate: '0.5', markPrice: null }]);
    const [first, second, third] = times.map((time) => new Date(`2024-01-01T${time}Z`));
    expect(await rates.newestTimes(TARGET, 2)).toEqual({ newest: [third, second], first });
  });
});
