import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import { Figures } from '../../components/figures';
import { Term } from '../../components/term';
import { Table } from '../../components/table';
import { seriesText } from '../../forms/series-picker';
import { count, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { RefusedLines } from '../../uploads/refused-lines';
import type { GivenSeries } from './given-series';

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
      {result.errors.length > 0 && (
        <Card title="Refused lines">
          {result.errors_truncated && (
            <p className="notice warn">
              The first {count(result.errors.length)} of {count(refused)}: correct them and import the file
              again.
            </p>
          )}
          <RefusedLines file={file} errors={result.errors} />
        </Card>
      )}
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
