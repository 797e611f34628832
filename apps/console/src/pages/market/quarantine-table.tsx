import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/hooks';
import { Badge } from '../../components/badge';
import { ConfirmButton } from '../../components/confirm-button';
import { type Column, Table } from '../../components/table';
import { seriesText } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { type Decision, useDecisions } from './decide-quarantined';
import { candleCount, SOURCES } from './series-text';

type Held = Schemas['QuarantinedCandleRead'];

interface QuarantineTableProps {
  readonly candles: readonly Held[];
  readonly total: number;
}

/** Held candles to choose from, and what is done with those that are chosen. */
export function QuarantineTable({ candles, total }: QuarantineTableProps) {
  const times = useTimes();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const { decide, refusals, progress } = useDecisions();
  const chosen = candles.filter(({ id }) => marked.has(id));
  // Others may be chosen while a decision is under way: what changes is what is chosen by then.
  const mark = (ids: readonly number[], on: boolean) =>
    setMarked((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  const act = async (decision: Decision, entries: readonly Held[]) => {
    await decide(decision, entries);
    mark(
      entries.map(({ id }) => id),
      false,
    );
  };
  return (
    <>
      <div className="row no-print" style={{ marginBlockEnd: '0.5rem' }}>
        <label className="check">
          <input
            type="checkbox"
            checked={chosen.length === candles.length}
            onChange={({ target }) =>
              mark(
                candles.map(({ id }) => id),
                target.checked,
              )
            }
          />
          All on this page
        </label>
        <Decisions entries={chosen} act={act} label={`${count(chosen.length)} chosen`} />
        <span role="status">{progress}</span>
      </div>
      {refusals.length > 0 && (
        <div role="alert" className="notice bad">
          <p>The service refused some; they stay in quarantine:</p>
          <ul>
            {refusals.map(({ entry, problem }) => (
              <li key={entry.id}>
                {seriesText(entry)} {times.time(entry.open_time)}: {problem.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Table
        caption={`${candleCount(total)} held, the last that came in first; times in ${times.zone}`}
        columns={columnsOf(times, marked, mark, act)}
        rows={candles}
        rowKey={({ id }) => id}
        isChosen={({ id }) => marked.has(id)}
      />
    </>
  );
}

interface DecisionsProps {
  readonly entries: readonly Held[];
  readonly act: (decision: Decision, entries: readonly Held[]) => Promise<void>;
  /** Of the entries, for the names of the buttons. */
  readonly label: string;
  /** The buttons show the decision alone. */
  readonly isShort?: boolean;
}

function Decisions({ entries, act, label, isShort = false }: DecisionsProps) {
  const one = entries.length === 1;
  return (
    <>
      <ConfirmButton
        label={`Release ${label}`}
        short={isShort ? 'Release' : undefined}
        disabled={entries.length === 0}
        confirm="Release"
        question={
          <p>
            {one
              ? 'The candle is stored as it came'
              : `${count(entries.length)} candles are stored as they came`}
            , also where it jumps: charts, backtests and features use it from then on. A stored candle of the
            same time is replaced, its values before are kept as a revision. One whose numbers cannot be a
            candle stays here.
          </p>
        }
        action={() => act('release', entries)}
      />
      <ConfirmButton
        label={`Discard ${label}`}
        short={isShort ? 'Discard' : undefined}
        disabled={entries.length === 0}
        confirm="Discard for good"
        question={
          <p>
            {one ? 'The entry is' : `${count(entries.length)} entries are`} deleted (DELETE): the numbers are
            lost for good. The time stays a gap until a candle is stored there.
          </p>
        }
        action={() => act('discard', entries)}
      />
    </>
  );
}

function columnsOf(
  times: TimeFormat,
  marked: ReadonlySet<number>,
  mark: (ids: readonly number[], on: boolean) => void,
  act: DecisionsProps['act'],
): readonly Column<Held>[] {
  const number = (key: 'open' | 'high' | 'low' | 'close' | 'volume', title: string): Column<Held> => ({
    key,
    title,
    number: true,
    // As it came: it need not be a number.
    cell: (candle) => candle[key],
  });
  return [
    {
      key: 'mark',
      title: <span className="visually-hidden">Choose</span>,
      cell: (candle) => (
        <input
          type="checkbox"
          aria-label={`Choose ${seriesText(candle)} ${times.time(candle.open_time)}`}
          checked={marked.has(candle.id)}
          onChange={({ target }) => mark([candle.id], target.checked)}
        />
      ),
    },
    {
      key: 'series',
      title: 'Series',
      nowrap: true,
      cell: (candle) => (
        <Link
          to="/console/candles"
          search={{ exchange: candle.exchange, symbol: candle.symbol, interval: candle.interval }}
        >
          {seriesText(candle)}
        </Link>
      ),
    },
    { key: 'open_time', title: 'Open time', nowrap: true, cell: (candle) => times.minute(candle.open_time) },
    {
      key: 'reason',
      title: 'Reason',
      cell: ({ reason, awaits_next_candle: awaits }) => (
        <>
          {reason === 'outlier'
            ? 'Outlier: its close is more than ten times off the closes before it'
            : reason}
          {awaits && (
            <>
              {' '}
              <Badge tone="warn">the next candles decide</Badge>
            </>
          )}
        </>
      ),
    },
    number('open', 'Open'),
    number('high', 'High'),
    number('low', 'Low'),
    number('close', 'Close'),
    number('volume', 'Volume'),
    {
      key: 'source',
      title: 'Came in by',
      cell: ({ source }) => SOURCES.find(({ value }) => value === source)?.label ?? source,
    },
    {
      key: 'since',
      title: 'Held since',
      nowrap: true,
      cell: (candle) => times.minute(candle.quarantined_at),
    },
    {
      key: 'decide',
      title: 'Decide',
      cell: (candle) => (
        <span className="row" style={{ flexWrap: 'nowrap' }}>
          <Decisions entries={[candle]} act={act} label={times.minute(candle.open_time)} isShort />
        </span>
      ),
    },
  ];
}
