import type { DataSource } from 'typeorm';
import { EquityActions } from '#domain/equities/equity-actions';
import { EquityIngests } from '#domain/equities/equity-ingests';
import { openStorage, type Storage } from '../support/storage';

describe('splits and dividends', () => {
  let storage: Storage;
  let dataSource: DataSource;
  let actions: EquityActions;
  beforeAll(async () => {
    storage = await openStorage();
    ({ dataSource } = storage);
    actions = new EquityActions(dataSource);
    const symbols = ['A', 'B', 'C'];
    await new EquityIngests(dataSource).request(dataSource.manager, {
      symbols,
      startDate: '2020-01-01',
      endDate: '2020-12-31',
    });
  });
  afterAll(() => storage.close());

  const range = (from: string, to: string) => ({ from, to });
  const split = { exDate: '2020-08-31', numerator: '4', denominator: '1' };

  it('know which days were never requested', async () => {
    const year = range('2020-01-01', '2020-12-31');
    expect(await actions.unknown('A', year)).toEqual([year]);
    for (const reported of [range('2020-02-01', '2020-02-29'), range('2020-11-01', '2021-02-01')]) {
      await actions.save('A', { provider: 'p', range: reported, splits: [], dividends: [] });
    }
    expect(await actions.unknown('A', year)).toEqual([
      range('2020-01-01', '2020-01-31'),
      range('2020-03-01', '2020-10-31'),
    ]);
  });

  it('are replaced by what is reported of their days later, and by nothing else', async () => {
    const dividends = [
      { exDate: '2020-02-07', amount: '0.10' },
      { exDate: '2020-02-07', amount: '1.5' },
      { exDate: '2020-05-08', amount: '0.205' },
    ];
    const reported = { provider: 'p', splits: [split], dividends, range: range('2020-01-01', '2020-12-31') };
    await actions.save('B', reported, '2020-12-31');
    // What is paid on one day is added up.
    expect(await actions.dividends('B')).toEqual([
      { exDate: '2020-02-07', amount: '1.60' },
      { exDate: '2020-05-08', amount: '0.205' },
    ]);
    await actions.save('B', {
      ...reported,
      splits: [],
      dividends: [],
      range: range('2020-01-01', '2020-03-31'),
    });
    expect(await actions.splits('B')).toEqual([split]);
    expect(await actions.dividends('B')).toEqual([{ exDate: '2020-05-08', amount: '0.205' }]);
    expect(await actions.adjustedTo('B', 'p')).toBe('2020-12-31');
  });

  it("of one provider do not count as another's", async () => {
    const reported = { splits: [split], dividends: [], range: range('2020-01-01', '2020-12-31') };
    await actions.save('C', { provider: 'p', ...reported }, '2020-12-31');
    expect(await actions.adjustedTo('C', 'q')).toBeUndefined();
    const later = { ...reported, splits: [], range: range('2020-06-01', '2020-06-30') };
    await actions.save('C', { provider: 'q', ...later });
    expect(await actions.splits('C')).toEqual([]);
    expect(await actions.adjustedTo('C', 'q')).toBeUndefined();
    expect(await actions.unknown('C', range('2020-05-31', '2020-06-30'))).toEqual([
      range('2020-05-31', '2020-05-31'),
    ]);
  });

  it('of a symbol that nobody tracks are not kept', async () => {
    await actions.save('NONE', {
      provider: 'p',
      splits: [split],
      dividends: [],
      range: range('2020-01-01', '2020-12-31'),
    });
    expect(await actions.splits('NONE')).toEqual([]);
  });
});
