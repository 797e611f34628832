"""Prints the sessions of the New York Stock Exchange as exchange_calendars knows them, New York's clock changes as the IANA
time zone database has them and Easter as dateutil reckons it, as JSON.

The calendar of the engine is compared with it day by day (libs/engine/src/market/xnys-sessions.spec.ts). Written down
are only the days that differ from the day before: weekdays without a session, days that close early, and the dates from
which the sessions open and close at other instants.

    python3 -m venv /tmp/venv-calendar
    /tmp/venv-calendar/bin/pip install exchange_calendars==4.13.2 pandas==3.1.1 python-dateutil==4.0.0 tzdata==2026.6
    /tmp/venv-calendar/bin/python bench/peers/exchange_calendars_xnys.py > …fixture.json
"""

import datetime
import importlib.metadata
import json
import zoneinfo

zoneinfo.reset_tzpath([])  # the tzdata package, not the machine's own database

import exchange_calendars  # noqa: E402
import pandas as pd  # noqa: E402
from dateutil import easter  # noqa: E402

NEW_YORK = zoneinfo.ZoneInfo("America/New_York")
CLOSED_SINCE = "1970-01-01"
# Before 1990 the peer is no measure of the hours: it lets the exchange open at 09:30, which it does since 1985 only.
HOURS_SINCE = "1990-01-01"
LAST = "2027-12-31"
CLOCK_UNTIL = 2037
EASTER_YEARS = (1970, 2099)
INTRADAY_MINUTES = [1, 3, 5, 15, 30, 60, 120, 240, 360, 720]
BARS_LISTED = [60, 240]


def clock_of(instant):
    return instant.strftime("%H:%M")


def measure_sessions():
    calendar = exchange_calendars.get_calendar("XNYS", start=CLOSED_SINCE, end=LAST)
    schedule = calendar.schedule
    weekdays = pd.bdate_range(CLOSED_SINCE, LAST)
    assert schedule.index.isin(weekdays).all()
    hours, early = [], []
    recent = schedule[schedule.index >= HOURS_SINCE]
    for date, opens, closes in zip(recent.index, recent["open"], recent["close"]):
        if closes.tz_convert(NEW_YORK).hour < 16:
            early.append(closes.strftime("%Y-%m-%dT%H:%M:%SZ"))
            opens_at = clock_of(opens)
            assert not hours or hours[-1][1] == opens_at
            continue
        if not hours or hours[-1][1:] != [clock_of(opens), clock_of(closes)]:
            hours.append([str(date.date()), clock_of(opens), clock_of(closes)])
    return {
        "closed_since": CLOSED_SINCE,
        "hours_since": HOURS_SINCE,
        "last": LAST,
        "sessions_since_1970": len(schedule),
        "sessions_since_1990": len(recent),
        "closed_weekdays": [str(date.date()) for date in weekdays.difference(schedule.index)],
        "hours_utc_from": hours,
        "early_closes": early,
    }


def bars_of(calendar, first, last, minutes):
    """The open times of bars that are counted from each session's open."""
    return calendar.trading_index(first, last, f"{minutes}min", intervals=False, closed="left")


def measure_bars():
    calendar = exchange_calendars.get_calendar("XNYS", start=CLOSED_SINCE, end=LAST)
    numbers = {minutes: len(bars_of(calendar, "2024-01-01", "2024-12-31", minutes)) for minutes in INTRADAY_MINUTES}
    listed = {minutes: bars_of(calendar, "2024-07-02", "2024-07-05", minutes) for minutes in BARS_LISTED}
    return {
        "number_in_2024_by_minutes": numbers,
        "july_2_to_5_by_minutes": {
            minutes: [bar.strftime("%Y-%m-%dT%H:%M:%SZ") for bar in bars] for minutes, bars in listed.items()
        },
    }


def measure_clock():
    """The dates from which New York's noon is so many hours behind UTC."""
    day, changes = datetime.date(1970, 1, 1), []
    while day.year <= CLOCK_UNTIL:
        noon = datetime.datetime.combine(day, datetime.time(12), NEW_YORK)
        hours = -noon.utcoffset() // datetime.timedelta(hours=1)
        if not changes or changes[-1][1] != hours:
            changes.append([str(day), hours])
        day += datetime.timedelta(days=1)
    return {"last_year": CLOCK_UNTIL, "hours_behind_utc_from": changes}


def main():
    packages = ("exchange_calendars", "pandas", "python-dateutil", "tzdata")
    versions = {name: importlib.metadata.version(name) for name in packages}
    command = "python bench/peers/exchange_calendars_xnys.py"
    first, last = EASTER_YEARS
    printed = {
        "command": command,
        "versions": versions,
        **measure_sessions(),
        "bars": measure_bars(),
        "new_york": measure_clock(),
        "easter_sundays": [str(easter.easter(year)) for year in range(first, last + 1)],
    }
    print(json.dumps(printed))


if __name__ == "__main__":
    main()
