import { readFixture } from '../../test/read-fixture';
import { DAY_MILLISECONDS } from './day';
import { newYorkOffset } from './new-york-clock';
import { easterSunday } from './xnys-dates';
import { sessionsBetween, xnysSession } from './xnys-sessions';

/** What bench/peers/exchange_calendars_xnys.py printed; it says by which command and with which versions. */
interface Fixture {
  readonly closed_since: string;
  readonly hours_since: string;
  readonly last: string;
  readonly sessions_since_1970: number;
  readonly sessions_since_1990: number;
  readonly closed_weekdays: readonly string[];
  readonly hours_utc_from: readonly (readonly [date: string, open: string, close: string])[];
  readonly early_closes: readonly string[];
  readonly new_york: {
    readonly last_year: number;
    readonly hours_behind_utc_from: readonly (readonly [date: string, hours: number])[];
  };
  readonly easter_sundays: readonly string[];
}

const peer = readFixture('market', 'xnys-sessions') as Fixture;

const format = (time: number) => new Date(time).toISOString();
const dateText = (time: number) => format(time).slice(0, 10);

/** Every UTC day of a range, both ends included, as text. */
function daysOf(first: string, last: string): string[] {
  const days: string[] = [];
  for (let date = Date.parse(first); date <= Date.parse(last); date += DAY_MILLISECONDS) {
    days.push(dateText(date));
  }
  return days;
}

/** The entry that holds on a day, of entries that each hold from their date on. */
function holdingOn<Entry extends readonly [string, ...unknown[]]>(
  entries: readonly Entry[],
  day: string,
): Entry {
  return entries.findLast(([from]) => from <= day)!;
}

describe('the sessions of the New York Stock Exchange', () => {
  const closed = new Set(peer.closed_weekdays);
  const isWeekend = (day: string) => new Date(day).getUTCDay() % 6 === 0;
  const sessionDays = daysOf(peer.closed_since, peer.last).filter(
    (day) => !isWeekend(day) && !closed.has(day),
  );

  it("are on exchange_calendars' dates, every day from 1970 to 2027", () => {
    expect(sessionDays).toHaveLength(peer.sessions_since_1970);
    const sessions = sessionsBetween(Date.parse(peer.closed_since), Date.parse(peer.last) + 1);
    expect(sessions.map(({ date }) => dateText(date))).toEqual(sessionDays);
    const found = daysOf(peer.closed_since, peer.last).filter((day) => xnysSession(Date.parse(day)));
    expect(found).toEqual(sessionDays);
  });

  it("open and close at exchange_calendars' instants, every session from 1990 to 2027", () => {
    const early = new Map(peer.early_closes.map((close) => [close.slice(0, 10), close.slice(11, 16)]));
    const expected = sessionDays
      .filter((day) => day >= peer.hours_since)
      .map((day) => {
        const [, open, close] = holdingOn(peer.hours_utc_from, day);
        return `${day}T${open}:00.000Z ${day}T${early.get(day) ?? close}:00.000Z`;
      });
    expect(expected).toHaveLength(peer.sessions_since_1990);
    const sessions = sessionsBetween(Date.parse(peer.hours_since), Date.parse(peer.last) + 1);
    expect(sessions.map(({ open, close }) => `${format(open)} ${format(close)}`)).toEqual(expected);
  });

  // The hours before 1990: the exchange's lists of special closings as pandas_market_calendars 5.5.0 (NYSE) carries them,
  // and the days on which the regular hours changed as tradinghours.com, "NYSE Historical Trading Schedules", has them.
  it.each([
    ['1970-05-01', '14:00', '19:00'],
    ['1970-05-04', '14:00', '19:30'],
    ['1974-01-11', '14:00', '19:30'],
    ['1974-09-30', '14:00', '19:30'],
    ['1974-10-01', '14:00', '20:00'],
    ['1974-12-24', '15:00', '19:00'],
    ['1979-12-24', '15:00', '21:00'],
    ['1985-09-26', '14:00', '20:00'],
    ['1985-09-30', '13:30', '20:00'],
    ['1987-10-23', '13:30', '18:00'],
    ['1987-10-26', '14:30', '19:00'],
    ['1987-11-04', '14:30', '19:30'],
    ['1987-11-06', '14:30', '20:00'],
    ['1987-11-11', '14:30', '20:30'],
    ['1987-11-12', '14:30', '21:00'],
  ])('on %s were open from %s to %s UTC', (day, open, close) => {
    expect(xnysSession(Date.parse(day))).toEqual({
      date: Date.parse(day),
      open: Date.parse(`${day}T${open}Z`),
      close: Date.parse(`${day}T${close}Z`),
    });
  });

  it('number 252 in a year, as annualising takes for granted', () => {
    expect(Math.round(peer.sessions_since_1990 / 38)).toBe(252);
  });

  it('are found by any instant of their day', () => {
    const date = Date.parse('2024-07-03');
    const session = { date, open: Date.parse('2024-07-03T13:30Z'), close: Date.parse('2024-07-03T17:00Z') };
    expect([0, 1, 50_000_000, DAY_MILLISECONDS - 1].map((ms) => xnysSession(date + ms))).toEqual(
      Array(4).fill(session),
    );
    expect([-1, DAY_MILLISECONDS].map((ms) => dateText(xnysSession(date + ms)?.date ?? 0))).toEqual([
      '2024-07-02',
      '1970-01-01',
    ]);
  });

  it('between two instants are those whose date lies there, the end excluded', () => {
    const dates = (from: string, to: string) =>
      sessionsBetween(Date.parse(from), Date.parse(to)).map(({ date }) => dateText(date));
    expect(dates('2024-12-31', '2025-01-03')).toEqual(['2024-12-31', '2025-01-02']);
    expect(dates('2024-12-31T00:00:00.001Z', '2025-01-02T00:00:00.001Z')).toEqual(['2025-01-02']);
    expect(dates('2025-01-01', '2025-01-01')).toEqual([]);
    expect(dates('2025-01-03', '2025-01-02')).toEqual([]);
  });

  it('are known from 1970 to 2099 only', () => {
    const all = sessionsBetween(-Infinity, Infinity);
    expect([dateText(all[0].date), dateText(all[all.length - 1].date)]).toEqual(['1970-01-02', '2099-12-31']);
    for (const unknown of [-DAY_MILLISECONDS, Date.parse('2100-01-04'), 8.64e15 + 1, NaN]) {
      expect(xnysSession(unknown)).toBeUndefined();
    }
    expect(sessionsBetween(NaN, NaN)).toEqual([]);
  });
});

it("New York's clock changes when the IANA time zone database says, every day from 1970 to 2037", () => {
  const days = daysOf('1970-01-01', `${peer.new_york.last_year}-12-31`);
  const expected = days.map((day) => holdingOn(peer.new_york.hours_behind_utc_from, day)[1]);
  expect(days.map((day) => newYorkOffset(Date.parse(day)) / 3_600_000)).toEqual(expected);
});

it('Easter is when dateutil has it, every year from 1970 to 2099', () => {
  const sundays = Array.from({ length: 130 }, (_, index) => dateText(easterSunday(1970 + index)));
  expect(sundays).toEqual(peer.easter_sundays);
});
