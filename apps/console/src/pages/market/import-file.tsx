import { type SubmitEvent, useState } from 'react';
import { ProblemNotice } from '../../components/problem-notice';
import { fieldError } from '../../forms/field';
import { CheckField, ChoiceField, TextField } from '../../forms/inputs';
import { useStoredSeries } from '../../forms/series-picker';
import { Card } from '../../layout/page';
import { FileBeginning } from '../../uploads/file-beginning';
import type { FirstLine } from '../../uploads/file-lines';
import { UploadControls, UploadProgress } from '../../uploads/upload-controls';
import { broughtBy, type GivenSeries } from './given-series';
import { ImportOutcome } from './import-outcome';
import { INTERVALS } from './series-text';
import { useImport } from './use-import';

/** The first lines of a file, the series that they belong to, and the upload. */
export function ImportFile({ file }: { readonly file: File }) {
  return (
    <FileBeginning file={file}>
      {(preview, firstLine) => (
        <>
          <Card title="First lines">{preview}</Card>
          <ImportForm file={file} firstLine={firstLine} />
        </>
      )}
    </FileBeginning>
  );
}

interface ImportFormProps {
  readonly file: File;
  readonly firstLine: FirstLine;
}

function ImportForm({ file, firstLine }: ImportFormProps) {
  const brings = broughtBy(firstLine);
  const [series, setSeries] = useState<GivenSeries>({ exchange: '', symbol: '', interval: '' });
  const [allowOutliers, setAllowOutliers] = useState(false);
  const { send, cancel, state } = useImport(file, firstLine);
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
          <UploadControls label="Import" isSending={state.isSending} cancel={cancel} />
        </form>
        <UploadProgress
          file={file}
          state={state}
          cancelled="The upload was stopped. Lines that the service had received whole are stored; importing the file again continues, and changes nothing that is stored."
        />
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
