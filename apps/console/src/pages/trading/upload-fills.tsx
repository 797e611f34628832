import { useState } from 'react';
import { fetchWithToken } from '../../api/client';
import { type Schemas } from '../../api/hooks';
import { asProblem, type Problem } from '../../api/problem';
import { useQueryClient } from '@tanstack/react-query';
import { Figures } from '../../components/figures';
import { ProblemNotice } from '../../components/problem-notice';
import { Table } from '../../components/table';
import { Field } from '../../forms/field';
import { count } from '../../format/numbers';
import { Card } from '../../layout/page';

type Result = Schemas['TradingUploadResult'];

const EXAMPLE = `{"fill_id": "1", "account": "main", "exchange": "binance", "symbol": "BTC/USDT",
 "side": "buy", "price": "42000.50", "quantity": "0.5", "fee": "0.0005", "fee_currency": "BTC",
 "time": "2024-01-02T09:30:00Z"}`;

/** Sends a file of fills; they become the entries of their round trips. */
export function UploadFills() {
  const [result, setResult] = useState<Result>();
  const [problem, setProblem] = useState<Problem>();
  const [sending, setSending] = useState<string>();
  const queryClient = useQueryClient();
  const send = async (file: File) => {
    setSending(file.name);
    setProblem(undefined);
    setResult(undefined);
    try {
      const isArray = (await file.slice(0, 1_024).text()).trimStart().startsWith('[');
      const response = await fetchWithToken('/api/v1/trade-journal/fills', {
        method: 'POST',
        headers: { 'content-type': isArray ? 'application/json' : 'application/x-ndjson' },
        body: file,
      });
      setResult((await response.json()) as Result);
      await queryClient.invalidateQueries();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setSending(undefined);
    }
  };
  return (
    <div className="stack">
      <Card title="Upload fills">
        <p>
          A file with one fill on each line (NDJSON), or a JSON array of them, of any length. Fills become the
          entries of their round trips; one that is sent again counts once, and one with other content
          corrects it.
        </p>
        <pre>{EXAMPLE}</pre>
        <br />
        <Field label="File of fills" hint="JSON or NDJSON; prices and quantities as text in quotes">
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".json,.ndjson,.jsonl,application/json,application/x-ndjson"
              disabled={sending !== undefined}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void send(file);
                target.value = '';
              }}
            />
          )}
        </Field>
        {sending !== undefined && <p role="status">Sending {sending} …</p>}
        {problem && <ProblemNotice problem={problem} />}
      </Card>
      {result && <Outcome result={result} />}
    </div>
  );
}

function Outcome({ result }: { readonly result: Result }) {
  const { received, inserted, updated, unchanged, refused, errors, errors_truncated: truncated } = result;
  return (
    <Card title="Outcome">
      <div role="status">
        <Figures
          figures={[
            { label: 'Received', value: count(received), note: 'fills' },
            { label: 'Inserted', value: count(inserted), note: 'new ones' },
            { label: 'Updated', value: count(updated), note: 'corrections' },
            { label: 'Unchanged', value: count(unchanged), note: 'known already' },
            { label: 'Refused', value: count(refused), note: 'not stored' },
          ]}
        />
      </div>
      {errors.length > 0 && (
        <Table
          caption={truncated ? 'The first of the fills that were refused' : 'Fills that were refused'}
          columns={[
            { key: 'line', title: 'Line', number: true, cell: ({ line }) => count(line) },
            {
              key: 'errors',
              title: 'What is wrong',
              cell: ({ errors: faults }) =>
                faults.map(({ field, message }) => `${field} ${message}`).join('; '),
            },
          ]}
          rows={errors.slice(0, 200)}
          rowKey={({ line }) => line}
        />
      )}
    </Card>
  );
}
