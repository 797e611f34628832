import { useState } from 'react';
import { Page } from '../../layout/page';
import { FileDrop } from './file-drop';
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
        <FileDrop file={file} onChoose={setFile} />
        {file && <ImportFile key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />}
      </div>
    </Page>
  );
}
