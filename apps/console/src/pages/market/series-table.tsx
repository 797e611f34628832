import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge';
import type { Column } from '../../components/table';
import { Term } from '../../components/term';
import { type StoredSeries, seriesText } from '../../forms/series-picker';
import { count, NO_VALUE } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { ChangeCalendar } from './change-calendar';
import { GrowingTable } from '../../components/growing-table';
import { FEED_TONES } from './series-text';

/** The series with their quality and the ways on. */
export function SeriesTable({ series }: { readonly series: readonly StoredSeries[] }) {
  const times = useTimes();
  return (
    <GrowingTable
      caption={`${count(series.length)} series; times in ${times.zone}`}
      columns={columnsOf(times)}
      rows={series}
      rowKey={seriesText}
    />
  );
}

const term = (title: string, meaning: string) => <Term meaning={meaning}>{title}</Term>;

/** A count above zero that needs a decision is marked. */
const flagged = (value: number | null) =>
  value === null || value === 0 ? count(value) : <Badge tone="warn">{count(value)}</Badge>;

function columnsOf(times: TimeFormat): readonly Column<StoredSeries>[] {
  return [
    { key: 'series', title: 'Series', nowrap: true, cell: (series) => <Series series={series} /> },
    {
      key: 'calendar',
      title: term('Calendar', 'When the symbol trades: gaps and annualised measures follow it.'),
      cell: (series) => <ChangeCalendar series={series} />,
    },
    {
      key: 'range',
      title: 'From, to',
      nowrap: true,
      cell: ({ start, end }) => (
        <>
          {times.minute(start)}
          <br />
          {times.minute(end)}
        </>
      ),
    },
    { key: 'stored', title: 'Stored', number: true, cell: ({ stored }) => count(stored) },
    {
      key: 'missing',
      title: term(
        'Missing',
        'Candles that the calendar expects between the first and the last, and that are not stored.',
      ),
      number: true,
      cell: ({ missing, no_trades: untraded, counted_at: countedAt }) =>
        countedAt === null ? (
          <span className="quiet">counting</span>
        ) : (missing ?? 0) > (untraded ?? 0) ? (
          flagged(missing)
        ) : (
          count(missing)
        ),
    },
    {
      key: 'no_trades',
      title: term(
        'No trades',
        'Of the missing ones, those that the exchange did not have either, at two attempts an hour or more apart.',
      ),
      number: true,
      cell: (series) => count(series.no_trades),
    },
    {
      key: 'off_grid',
      title: term(
        'Off grid',
        'Candles that do not open where their interval begins: the interval may be another one.',
      ),
      number: true,
      cell: (series) => flagged(series.off_grid),
    },
    {
      key: 'quarantined',
      title: term('Quarantined', 'Outliers and candles that a rule refused: they wait for a decision.'),
      number: true,
      cell: ({ quarantined }) => flagged(quarantined),
    },
    {
      key: 'unconfirmed',
      title: term(
        'Unconfirmed',
        'Candles that a feed left unfinished: runs, features and regimes leave them out until the exchange confirms them.',
      ),
      number: true,
      cell: ({ unconfirmed }) => flagged(unconfirmed),
    },
    {
      key: 'written',
      title: 'Last write',
      nowrap: true,
      cell: (series) => times.minute(series.last_write_at),
    },
    { key: 'feed', title: 'Feed', cell: (series) => <Feed series={series} times={times} /> },
    { key: 'roll_up', title: 'Roll-ups', cell: (series) => <RollUps series={series} times={times} /> },
  ];
}

const nameOf = ({ exchange, symbol, interval }: StoredSeries) => ({ exchange, symbol, interval });

interface CellProps {
  readonly series: StoredSeries;
  readonly times: TimeFormat;
}

function Feed({ series: { feed }, times }: CellProps) {
  if (feed === null) return <span className="quiet">none</span>;
  return (
    <Term
      meaning={
        <>
          {feed.state} since {times.time(feed.since)}; the last message was received at{' '}
          {times.time(feed.last_message_at)}.{feed.error !== null && <> {feed.error}</>}
        </>
      }
    >
      <Badge tone={FEED_TONES[feed.state]}>{feed.state}</Badge>
    </Term>
  );
}

function RollUps({ series: { roll_up_problems: problems }, times }: CellProps) {
  if (problems.length === 0) return NO_VALUE;
  return (
    <Term
      meaning={
        <ul>
          {problems.map(({ interval, open_time: openTime, reason }) => (
            <li key={`${interval} ${openTime}`}>
              {interval} {openTime !== null && times.minute(openTime)}: {reason}
            </li>
          ))}
        </ul>
      }
    >
      <Badge tone="bad">{count(problems.length)} left out</Badge>
    </Term>
  );
}

/** Its name, and below it the ways on. */
function Series({ series }: { readonly series: StoredSeries }) {
  const search = nameOf(series);
  const name = seriesText(series);
  return (
    <>
      <strong>{name}</strong>
      <br />
      <span className="row" style={{ flexWrap: 'nowrap' }}>
        <Link to="/console/candles" search={search} aria-label={`Chart of ${name}`}>
          Chart
        </Link>
        <Link to="/console/gaps" search={search} aria-label={`Gaps of ${name}`}>
          Gaps
        </Link>
        {series.quarantined > 0 && (
          <Link to="/console/quarantine" search={search} aria-label={`Quarantine of ${name}`}>
            Quarantine
          </Link>
        )}
        <Link to="/console/backtests/new" search={search} aria-label={`Backtest on ${name}`}>
          Backtest
        </Link>
      </span>
    </>
  );
}
