import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import { type Span, Timeline } from '../../charts/timeline';
import { Badge } from '../../components/badge';
import { Figures } from '../../components/figures';
import { type Column, Table } from '../../components/table';
import { Term } from '../../components/term';
import { count } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { GrowingTable } from '../../components/growing-table';
import { candleCount } from './series-text';

type Report = Schemas['GapsRead'];
type Gap = Schemas['GapRead'];

const KINDS: Readonly<Record<Schemas['GapKind'], { readonly title: string; readonly meaning: string }>> = {
  missing: {
    title: 'missing',
    meaning:
      'Not stored, and the exchange may have it: it was never requested, or the exchange did not have it at one attempt only. A repair requests it.',
  },
  no_trades: {
    title: 'no trades',
    meaning:
      'The exchange had no candle either, at two attempts an hour or more apart, with candles before and after: nothing was traded. A repair requests it again only when that is chosen.',
  },
};

export function GapFigures({ report }: { readonly report: Report }) {
  const times = useTimes();
  const { expected, stored, missing, calendar, start, end } = report;
  return (
    <Figures
      figures={[
        { label: 'Range', value: times.date(start), note: `to ${times.time(end)}` },
        {
          label: (
            <Term meaning="Candles that the calendar of the series has between the first and the last of the range.">
              Expected
            </Term>
          ),
          value: count(expected),
          note: `by the calendar ${calendar}`,
        },
        { label: 'Stored', value: count(stored), note: 'candles' },
        { label: 'Missing', value: count(missing), note: 'candles, without trades included' },
      ]}
    />
  );
}

/** Where in time candles are missing, by kind. */
export function GapTimeline({ report }: { readonly report: Report }) {
  const times = useTimes();
  const { gaps, start, end } = report;
  if (start === null || end === null) return null;
  const spansOf = (kind: Schemas['GapKind'], color: Span['color']): Span[] =>
    gaps
      .filter((gap) => gap.kind === kind)
      .map((gap) => ({ start: gap.start, end: gap.end, label: candleCount(gap.missing), color }));
  const held = gaps.flatMap(({ quarantined }) => quarantined);
  const heldSpans = held.map(({ open_time: time, reason }): Span => ({
    start: time,
    end: time,
    label: reason,
    color: 'warn',
  }));
  const tracks = [
    { name: 'missing', spans: spansOf('missing', 'bad') },
    { name: 'no trades', spans: spansOf('no_trades', 'strong-line') },
    { name: 'in quarantine', spans: heldSpans },
  ]
    .filter(({ spans }) => spans.length > 0)
    .map(({ name, spans }) => ({ name: `${name} (${count(spans.length)})`, spans }));
  return (
    <Timeline
      label="Gaps in time"
      start={start}
      end={end}
      tracks={tracks}
      table={
        <Table
          caption={`Ranges without candles, ${times.zone}`}
          columns={[
            { key: 'kind', title: 'Kind', cell: (gap) => KINDS[gap.kind].title },
            { key: 'start', title: 'From', cell: (gap) => times.minute(gap.start) },
            { key: 'end', title: 'To', cell: (gap) => times.minute(gap.end) },
            { key: 'missing', title: 'Candles', number: true, cell: (gap) => count(gap.missing) },
          ]}
          rows={gaps.slice(0, 200)}
          rowKey={(gap) => gap.start}
        />
      }
    />
  );
}

interface GapTableProps {
  readonly report: Report;
  readonly onRepair: (range: { start: string; end: string; recheck: boolean }) => void;
}

/** Every gap with what is known of it. */
export function GapTable({ report, onRepair }: GapTableProps) {
  const times = useTimes();
  const { gaps, truncated, exchange, symbol, interval } = report;
  return (
    <>
      {truncated && (
        <p className="notice warn">
          There are more gaps than these first {count(gaps.length)}: choose a shorter range for the others.
        </p>
      )}
      <GrowingTable
        caption={`${count(gaps.length)} gaps, oldest first; times in ${times.zone}, open times of the first and last missing candle`}
        columns={columnsOf(times, { exchange, symbol, interval }, onRepair)}
        rows={gaps}
        rowKey={({ start }) => start}
      />
    </>
  );
}

function columnsOf(
  times: TimeFormat,
  series: Pick<Report, 'exchange' | 'symbol' | 'interval'>,
  onRepair: GapTableProps['onRepair'],
): readonly Column<Gap>[] {
  return [
    { key: 'start', title: 'From', nowrap: true, cell: ({ start }) => times.minute(start) },
    { key: 'end', title: 'To', nowrap: true, cell: ({ end }) => times.minute(end) },
    { key: 'missing', title: 'Missing', number: true, cell: ({ missing }) => candleCount(missing) },
    {
      key: 'kind',
      title: 'Kind',
      cell: ({ kind }) => (
        <Term meaning={KINDS[kind].meaning}>
          <Badge tone={kind === 'missing' ? 'bad' : 'neutral'}>{KINDS[kind].title}</Badge>
        </Term>
      ),
    },
    {
      key: 'attempts',
      title: (
        <Term meaning="Attempts, an hour or more apart, at which the exchange had none; counted up to 2.">
          Attempts
        </Term>
      ),
      number: true,
      cell: ({ attempts }) => count(attempts),
    },
    {
      key: 'empty',
      title: 'First, last empty',
      nowrap: true,
      cell: (gap) => (
        <>
          {times.minute(gap.first_empty_at)}
          <br />
          {gap.last_empty_at !== gap.first_empty_at && times.minute(gap.last_empty_at)}
        </>
      ),
    },
    {
      key: 'quarantined',
      title: 'In quarantine',
      cell: ({ quarantined }) =>
        quarantined.length > 0 && (
          <>
            <Link to="/console/quarantine" search={series}>
              {candleCount(quarantined.length)}
            </Link>
            <br />
            {quarantined.slice(0, 3).map(({ id, open_time: time, reason }) => (
              <span key={id} className="quiet">
                {times.minute(time)}: {reason}
                <br />
              </span>
            ))}
          </>
        ),
    },
    { key: 'detail', title: 'What is known', cell: ({ detail }) => detail },
    {
      key: 'repair',
      title: 'Repair',
      cell: ({ start, end, kind }) => (
        <button
          type="button"
          className="button"
          aria-label={`Repair the gap from ${times.minute(start)}`}
          onClick={() => onRepair({ start, end, recheck: kind === 'no_trades' })}
        >
          Repair
        </button>
      ),
    },
  ];
}
