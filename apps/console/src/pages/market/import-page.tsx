import { useState } from 'react';
import { Card, Page } from '../../layout/page';
import { FileDrop } from '../../uploads/file-drop';
import { fileKey } from '../../uploads/file-lines';
import { ImportFile } from './import-file';

/** Sends the candles of a file to the service, and shows which of its lines were refused. */
export function ImportPage() {
  const [file, setFile] = useState<File>();
  return (
    <Page
      title="Import a CSV"
      lead="Candles of a file of any length. Sending a file again changes nothing that is stored."
    >
      <div className="stack">
        <Card title="File">
          <FileDrop file={file} onChoose={setFile}>
            CSV with a header: the time (<code>open_time</code>, <code>time</code>, <code>timestamp</code>,{' '}
            <code>date</code> or <code>datetime</code>), <code>open</code>, <code>high</code>,{' '}
            <code>low</code>, <code>close</code>, <code>volume</code>, in any order; other columns are
            ignored. Times are RFC 3339 (UTC without an offset), unix seconds or milliseconds, or{' '}
            <code>YYYY-MM-DD</code> for candles of a day. Or NDJSON, one candle a line. Both may be packed
            with gzip (<code>.gz</code>).
          </FileDrop>
        </Card>
        {file && <ImportFile key={fileKey(file).join(' ')} file={file} />}
      </div>
    </Page>
  );
}
