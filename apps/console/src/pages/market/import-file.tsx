import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Loading } from '../../components/query-view';
import { ProblemNotice } from '../../components/problem-notice';
import { fieldError } from '../../forms/field';
import { CheckField, ChoiceField, TextField } from '../../forms/inputs';
import { useStoredSeries } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { Card } from '../../layout/page';
import { describeFirstLine, firstLines } from './file-lines';
import { ImportOutcome } from './import-outcome';
import { INTERVALS } from './series-text';
import { type GivenSeries, useImport } from './use-import';

const PREVIEW_LINES = 12;

/** The first lines of a file, the series that they belong to, and the upload. */
export function ImportFile({ file }: { readonly file: File }) {
  const { data, error } = useQuery({
    queryKey: ['first lines', file.name, file.size, file.lastModified],
    queryFn: () => firstLines(file, PREVIEW_LINES),
  });
  if (error) {
    return (
      <p role="alert" className="notice bad">
        The file cannot be read: {error.message}
      </p>
    );
  }
  if (!data) return <Loading />;
  return (
    <>
      <Card title="First lines">
        <pre tabIndex={0} aria-label="First lines of the file">
          {data.lines.join('\n')}
        </pre>
        <p className="quiet">
          {data.isAll ? `These ${count(data.lines.length)} lines are all.` : 'The file has more lines.'}
        </p>
      </Card>
      <ImportForm file={file} firstLine={data.lines[0] ?? ''} />
    </>
  );
}

interface ImportFormProps {
  readonly file: File;
  readonly firstLine: string;
}

function ImportForm({ file, firstLine }: ImportFormProps) {
  const { format, brings } = describeFirstLine(firstLine);
  const [series, setSeries] = useState<GivenSeries>({ exchange: '', symbol: '', interval: '' });
  const [allowOutliers, setAllowOutliers] = useState(false);
  const { send, cancel, state } = useImport(file, format);
  const { exchange, symbol, interval } = series;
  const given: Partial<GivenSeries> = {
    ...(!brings.includes('exchange') && { exchange }),
    ...(!brings.includes('symbol') && { symbol }),
    ...(!brings.includes('interval') && { interval }),
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send(given, allowOutliers);
  };
  const change = (name: keyof GivenSeries) => (value: string) => setSeries({ ...series, [name]: value });
  return (
    <>
      <Card title="Series">
        <form className="form" onSubmit={submit}>
          {brings.length > 0 && <p>Every line names its {brings.join(', ')} itself.</p>}
          <SeriesFields given={given} change={change} problem={state.problem} />
          <CheckField
            label="Store outliers at once (closes more than ten times off), instead of holding them in quarantine"
            checked={allowOutliers}
            onChange={setAllowOutliers}
          />
          <div className="row">
            <button type="submit" className="button primary" disabled={state.isSending}>
              Import
            </button>
            {state.isSending && (
              <button type="button" className="button" onClick={cancel}>
                Stop the upload
              </button>
            )}
          </div>
        </form>
        {state.isSending && <Progress sent={state.sentBytes} total={file.size} />}
        {state.isCancelled && (
          <p role="status" className="notice warn">
            The upload was stopped. Lines that the service had received whole are stored; importing the file
            again continues, and changes nothing that is stored.
          </p>
        )}
        {state.problem && <ProblemNotice problem={state.problem} />}
      </Card>
      {state.result && <ImportOutcome file={file} result={state.result} given={given} />}
    </>
  );
}

interface SeriesFieldsProps {
  readonly given: Partial<GivenSeries>;
  readonly change: (name: keyof GivenSeries) => (value: string) => void;
  readonly problem: Parameters<typeof fieldError>[0];
}

/** What the lines do not name themselves. */
function SeriesFields({ given: { exchange, symbol, interval }, change, problem }: SeriesFieldsProps) {
  const { data } = useStoredSeries();
  const stored = (name: 'exchange' | 'symbol') => [...new Set((data?.items ?? []).map((one) => one[name]))];
  return (
    <div className="fields">
      {exchange !== undefined && (
        <TextField
          label="Exchange"
          value={exchange}
          onChange={change('exchange')}
          suggestions={stored('exchange')}
          required
          hint="binance, okx, us for US shares, or a name of your own"
          error={fieldError(problem, 'exchange')}
        />
      )}
      {symbol !== undefined && (
        <TextField
          label="Symbol"
          value={symbol}
          onChange={change('symbol')}
          suggestions={stored('symbol')}
          required
          hint="BTC/USDT, SPX"
          error={fieldError(problem, 'symbol')}
        />
      )}
      {interval !== undefined && (
        <ChoiceField
          label="Interval"
          value={interval}
          onChange={change('interval')}
          required
          hint="Time from one open to the next"
          error={fieldError(problem, 'interval')}
          options={[{ value: '', label: 'Choose an interval' }, ...INTERVALS]}
        />
      )}
    </div>
  );
}

function Progress({ sent, total }: { readonly sent: number; readonly total: number }) {
  return (
    <>
      <progress className="progress" max={total} value={sent} aria-label="Bytes that are sent" />
      <p role="status">
        {sent < total
          ? `${count(sent)} of ${count(total)} bytes sent`
          : 'All is sent; the service stores the last lines'}
      </p>
    </>
  );
}
