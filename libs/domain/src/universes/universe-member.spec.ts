import { findMemberProblems, type UniverseMember } from './universe-member';

const member = (symbol: string, from: string | null = null, to: string | null = null): UniverseMember => ({
  exchange: 'us',
  symbol,
  from,
  to,
});

describe('findMemberProblems', () => {
  it.each<[string, UniverseMember[]]>([
    ['series without days', [member('AAPL'), member('IBM')]],
    ['the same symbol on two exchanges', [member('AAPL'), { ...member('AAPL'), exchange: 'nasdaq' }]],
    ['one day', [member('AAPL', '2010-01-04', '2010-01-04')]],
    [
      'a series that left and came back, in any order',
      [
        member('GM', '2013-06-07'),
        member('GM', null, '2009-06-08'),
        member('GM', '2009-06-09', '2013-06-06'),
      ],
    ],
  ])('finds none in %s', (_, members) => {
    expect(findMemberProblems(members)).toEqual([]);
  });

  it.each<[string, UniverseMember[], string]>([
    [
      'days that end before they begin',
      [member('IBM'), member('AAPL', '2011-01-01', '2010-12-31')],
      '1.from',
    ],
    ['a series twice without days', [member('AAPL'), member('IBM'), member('AAPL')], '2.symbol'],
    [
      'two periods that share a day',
      [member('GM', '2013-06-07'), member('GM', null, '2013-06-07')],
      '0.symbol',
    ],
    ['a period without an end', [member('GM', '2009-01-02'), member('GM', '2013-06-07', null)], '1.symbol'],
  ])('names %s', (_, members, field) => {
    expect(findMemberProblems(members).map((problem) => problem.field)).toEqual([field]);
  });
});
