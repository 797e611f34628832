import { type DragEvent, useId, useState } from 'react';
import { count } from '../../format/numbers';
import { Card } from '../../layout/page';

interface FileDropProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File) => void;
}

/** Chooses a file: dropped, or by the browser's dialog. */
export function FileDrop({ file, onChoose }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onChoose(dropped);
  };
  return (
    <Card title="File">
      <div
        className="drop-zone"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label htmlFor={id}>
          <strong>{file ? file.name : 'Drop a file here, or choose it'}</strong>
          {file && <> ({count(file.size)} bytes)</>}
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,.ndjson,.jsonl,.gz,text/csv"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen) onChoose(chosen);
          }}
        />
        <p className="quiet" id={`${id}-hint`}>
          CSV with a header: the time (<code>open_time</code>, <code>time</code>, <code>timestamp</code>,{' '}
          <code>date</code> or <code>datetime</code>), <code>open</code>, <code>high</code>, <code>low</code>,{' '}
          <code>close</code>, <code>volume</code>, in any order; other columns are ignored. Times are RFC 3339
          (UTC without an offset), unix seconds or milliseconds, or <code>YYYY-MM-DD</code> for candles of a
          day. Or NDJSON, one candle a line. Both may be packed with gzip (<code>.gz</code>).
        </p>
      </div>
    </Card>
  );
}
