import { nameOfStatement, withoutValues } from './statement-name';

describe('withoutValues', () => {
  it.each([
    ['a text with quotes', `select 'it''s', "a 'column'" from t`, `select ?, "a 'column'" from t`],
    ['an escaped text', `select e'it\\'s secret' || 'x' from t`, 'select ? || ? from t'],
    ['a backslash that escapes nothing', `select 'a\\' || secret || 'pass'`, 'select ? || secret || ?'],
    [
      'numbers, beside names and parameters',
      'select c1, $2, 1.5e3 + 0xff from t2',
      'select c1, $2, ? + ? from t2',
    ],
    ['a text in dollars', 'do $body$ select 1 $body$; select $$secret$$', 'do ?; select ?'],
    ['a text that does not end', `select 'secret`, 'select ?'],
    ['a text of bits', `select b'101', U&'secret'`, 'select ?, ?'],
    ['comments, with the quotes in them', `select a -- it's\n, b /* 'x */ from t`, 'select a , b from t'],
    ['lists of any length', 'insert into t values (1, $1), (2, $2) ', 'insert into t values (?)'],
  ])('replaces %s', (_what, sql, expected) => {
    expect(withoutValues(sql)).toBe(expected);
  });
});

describe('nameOfStatement', () => {
  it.each([
    ['SELECT 1', /^select [0-9a-f]{8}$/],
    ['select * from candlesticks where id = $1', /^select candlesticks [0-9a-f]{8}$/],
    ['SELECT "a"."id" FROM "backtests" "a" FOR UPDATE', /^select backtests [0-9a-f]{8}$/],
    [
      'with run as (update job_runs set status = $1 returning *) select * from run',
      /^update job_runs [0-9a-f]{8}$/,
    ],
    [
      'with s as (select 1 from job_runs for update skip locked) delete from job_outbox',
      /^delete job_outbox /,
    ],
    ['insert into series (id) values (1) on conflict do update set id = 2', /^insert series [0-9a-f]{8}$/],
    [
      `begin; set local lock_timeout = 5; select id from series for no key update`,
      /^select series [0-9a-f]{8}$/,
    ],
    ['copy candlesticks (open) from stdin', /^copy candlesticks [0-9a-f]{8}$/],
    ['select extract(epoch from open_time) from candlesticks', /^select candlesticks [0-9a-f]{8}$/],
    ['commit', /^commit [0-9a-f]{8}$/],
  ])('of %s is its operation, its table and a digest', (sql, expected) => {
    expect(nameOfStatement(sql).name).toMatch(expected);
  });

  it('is the same whatever the values are, and another one of another statement', () => {
    const name = (sql: string) => nameOfStatement(sql).name;
    expect(name(`select * from t where a = 'x' and b in (1, 2)`)).toBe(
      name(`select *  from t where a = 'yy' and b in (3)`),
    );
    expect(name('select a from t')).not.toBe(name('select b from t'));
  });

  it('has at most 1,000 characters of the statement', () => {
    expect(nameOfStatement(`select ${'a, '.repeat(20_000)}a from t`).text).toHaveLength(1_000);
  });
});
