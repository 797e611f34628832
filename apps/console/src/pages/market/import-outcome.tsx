import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import { Figures } from '../../components/figures';
import { Term } from '../../components/term';
import { Table } from '../../components/table';
import { seriesText } from '../../forms/series-picker';
import { count, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { linesAt } from './file-lines';
import { GrowingTable } from './growing-table';
import type { GivenSeries } from './use-import';

type Result = Schemas['CandleBulkResult'];

interface ImportOutcomeProps {
  readonly file: File;
  readonly result: Result;
  readonly given: Partial<GivenSeries>;
}

/** The outcome of the lines, and where to go from here. */
export function ImportOutcome({ file, result, given }: ImportOutcomeProps) {
  const { received, inserted, updated, unchanged, refused, held, off_grid: offGrid } = result;
  return (
    <>
      <Card title="Outcome">
        <p role="status" className={`notice ${refused === 0 ? 'good' : 'warn'}`}>
          {refused === 0
            ? `All ${count(received)} lines are stored.`
            : `${count(refused)} of ${count(received)} lines are refused; the others are stored.`}
        </p>
        <Figures
          figures={[
            { label: 'Received', value: count(received), note: 'lines' },
            { label: 'Inserted', value: count(inserted), note: 'were not stored before' },
            { label: 'Updated', value: count(updated), note: 'had other content' },
            { label: 'Unchanged', value: count(unchanged), note: 'were stored already' },
            { label: 'Refused', value: count(refused), note: 'are not stored' },
            {
              label: (
                <Term meaning="Of those refused: closes more than ten times off the closes before them. They are in quarantine until later candles or you decide.">
                  Held
                </Term>
              ),
              value: count(held),
              note: 'of those refused, in quarantine',
            },
            {
              label: (
                <Term meaning="Candles that are stored and do not open where their interval begins: the interval may be another one.">
                  Off grid
                </Term>
              ),
              value: count(offGrid),
            },
          ]}
        />
        <NextSteps given={given} held={held} />
      </Card>
      {result.level_shifts.length > 0 && <LevelShifts shifts={result.level_shifts} />}
      {result.errors.length > 0 && <RefusedLines file={file} result={result} />}
    </>
  );
}

function NextSteps({ given, held }: { readonly given: Partial<GivenSeries>; readonly held: number }) {
  const { exchange, symbol, interval } = given;
  const isNamed = exchange !== undefined && symbol !== undefined && interval !== undefined;
  const search = isNamed ? { exchange, symbol, interval: interval as Schemas['Interval'] } : {};
  return (
    <p className="row" style={{ marginBlockStart: '0.75rem' }}>
      {isNamed && (
        <>
          <Link className="button primary" to="/console/candles" search={search}>
            See the chart
          </Link>
          <Link className="button" to="/console/gaps" search={search}>
            See its gaps
          </Link>
          <Link className="button" to="/console/backtests/new" search={search}>
            Backtest on it
          </Link>
        </>
      )}
      <Link className="button" to="/console/series">
        Quality of all series
      </Link>
      {held > 0 && (
        <Link className="button" to="/console/quarantine" search={search}>
          Decide on those held
        </Link>
      )}
    </p>
  );
}

function LevelShifts({ shifts }: { readonly shifts: Result['level_shifts'] }) {
  const times = useTimes();
  return (
    <Card title="Level shifts">
      <p>
        Jumps of more than ten times that the next two candles confirmed: their candles are stored. A split, a
        redenomination, or two instruments in one file.
      </p>
      <Table
        caption={`${count(shifts.length)} jumps; times in ${times.zone}`}
        columns={[
          { key: 'series', title: 'Series', cell: (shift) => seriesText(shift) },
          {
            key: 'time',
            title: 'First candle',
            nowrap: true,
            cell: (shift) => times.minute(shift.open_time),
          },
          { key: 'ratio', title: 'Ratio of the closes', number: true, cell: (shift) => ratio(shift.ratio) },
        ]}
        rows={shifts}
        rowKey={(shift) => `${seriesText(shift)} ${shift.open_time}`}
      />
    </Card>
  );
}

interface RefusedLinesProps {
  readonly file: File;
  readonly result: Result;
}

/** Each refused line of the file, and beside it what is wrong with it. */
function RefusedLines({
  file,
  result: { errors, errors_truncated: isTruncated, refused },
}: RefusedLinesProps) {
  const numbers = errors.map(({ line }) => line);
  const { data: lines, error } = useQuery({
    queryKey: ['lines of a file', file.name, file.size, file.lastModified, numbers],
    queryFn: () => linesAt(file, numbers),
    staleTime: Infinity,
  });
  return (
    <Card title="Refused lines">
      {isTruncated && (
        <p className="notice warn">
          The first {count(errors.length)} of {count(refused)}: correct them and import the file again.
        </p>
      )}
      {error && <p className="notice bad">The file cannot be read any more: {error.message}</p>}
      <GrowingTable
        caption={`Lines of ${file.name}, counted from 1, the header and empty lines included`}
        columns={[
          { key: 'line', title: 'Line', number: true, cell: ({ line }) => count(line) },
          {
            key: 'text',
            title: 'In the file',
            cell: ({ line }) => <code style={{ overflowWrap: 'anywhere' }}>{lines?.get(line) ?? '…'}</code>,
          },
          {
            key: 'errors',
            title: 'What is wrong',
            cell: ({ errors: faults }) =>
              faults.map(({ field, message }) => (
                <div key={`${field} ${message}`}>
                  <code>{field}</code> {message}
                </div>
              )),
          },
        ]}
        rows={errors}
        rowKey={({ line }) => line}
      />
    </Card>
  );
}
