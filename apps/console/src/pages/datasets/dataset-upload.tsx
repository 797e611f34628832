import { type SubmitEvent, useState } from 'react';
import type { Schemas } from '../../api/hooks';
import type { Problem } from '../../api/problem';
import { ProblemNotice } from '../../components/problem-notice';
import { count } from '../../format/numbers';
import { fieldError } from '../../forms/field';
import { TextField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { FileBeginning } from '../../uploads/file-beginning';
import { FileDrop } from '../../uploads/file-drop';
import { fileKey, type FirstLine } from '../../uploads/file-lines';
import { RefusedLines } from '../../uploads/refused-lines';
import { UploadControls, UploadProgress } from '../../uploads/upload-controls';
import { useUpload } from '../../uploads/use-upload';
import { type Dataset, DATASETS, useStoredDatasets } from './datasets';
import { KnownFields, type Known, knownOf, knownQuery } from './known-fields';
import { lineErrors } from './line-errors';

type Stored = Schemas['DatasetWriteRead'];

type Target =
  | { readonly action: 'create'; readonly dataset?: undefined }
  | { readonly action: 'replace' | 'append'; readonly dataset: Dataset };

type DatasetUploadProps = Target & {
  readonly onClose: () => void;
  readonly onStored: (stored: Stored) => void;
};

/** What is filled in beside the file. */
interface Draft {
  readonly name: string;
  readonly known: Known;
  readonly types: string;
}

const TITLES = { create: 'New dataset', replace: 'New version', append: 'Append rows' } as const;
const LABELS = { create: 'Store the dataset', replace: 'Store the version', append: 'Append' } as const;

/** Chooses a file and stores it: as a dataset, as a version of one, or after the rows of one. */
export function DatasetUpload(props: DatasetUploadProps) {
  const { action, dataset, onClose } = props;
  const [file, setFile] = useState<File>();
  // Kept when a corrected file is chosen.
  const [draft, setDraft] = useState<Draft>(() => ({
    name: dataset?.name ?? '',
    known: knownOf(dataset),
    types: '',
  }));
  return (
    <Card
      title={TITLES[action]}
      actions={
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      }
    >
      <div className="stack">
        <FileDrop file={file} onChoose={setFile}>
          CSV with a header, or NDJSON: <code>time</code> (RFC 3339, <code>YYYY-MM-DD</code>, or unix seconds
          or milliseconds), optionally <code>symbol</code>, and{' '}
          {action === 'append' ? 'the columns of the dataset, from later times on' : 'up to 400 columns'} of
          numbers, texts or flags. An empty field is no value. May be packed with gzip (<code>.gz</code>).
          {dataset && action === 'replace' && ' Earlier versions stay.'}
        </FileDrop>
        {file && (
          <FileBeginning key={fileKey(file).join(' ')} file={file}>
            {(preview, firstLine) => (
              <>
                <div>{preview}</div>
                <UploadForm {...props} file={file} firstLine={firstLine} draft={draft} onChange={setDraft} />
              </>
            )}
          </FileBeginning>
        )}
      </div>
    </Card>
  );
}

type UploadFormProps = DatasetUploadProps & {
  readonly file: File;
  readonly firstLine: FirstLine;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
};

function UploadForm({ action, file, firstLine, draft, onChange, onStored }: UploadFormProps) {
  const { name, known, types } = draft;
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const { state, send, cancel } = useUpload<Stored>(file, firstLine.format, DATASETS);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const path = `${DATASETS}/${encodeURIComponent(name.trim())}`;
    const query = new URLSearchParams({ ...knownQuery(known), ...(types.trim() !== '' && { types }) });
    const stored = action === 'append' ? await send('PATCH', path) : await send('PUT', `${path}?${query}`);
    if (stored) onStored(stored);
  };
  const { problem } = state;
  return (
    <>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        {action === 'create' && (
          <NameField name={name} onChange={(text) => change({ name: text })} problem={problem} />
        )}
        {action !== 'append' && (
          <>
            <KnownFields
              known={known}
              onChange={(chosen) => change({ known: chosen })}
              names={firstLine.names}
              problem={problem}
            />
            <TextField
              label="Types"
              value={types}
              onChange={(text) => change({ types: text })}
              placeholder="score:number,label:text"
              hint="Of columns whose first value does not show it: name:type, separated by commas; number, text or flag"
              error={fieldError(problem, 'types')}
            />
          </>
        )}
        <UploadControls
          label={LABELS[action]}
          isSending={state.isSending}
          cancel={cancel}
          disabled={name.trim() === ''}
        />
      </form>
      <UploadProgress
        file={file}
        state={state}
        cancelled="The upload was stopped, and nothing of it is stored."
      />
      {problem && <UploadProblem file={file} problem={problem} />}
    </>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
  readonly problem: Problem | undefined;
}

function NameField({ name, onChange, problem }: NameFieldProps) {
  const { data } = useStoredDatasets();
  const present = data?.items.find((dataset) => dataset.name === name.trim());
  const hint = present
    ? `Is stored already: this becomes its version ${count(present.version + 1)}`
    : '1 to 64 letters, digits, _ and -; runs name the dataset by it';
  return (
    <TextField
      label="Name"
      required
      value={name}
      onChange={onChange}
      hint={hint}
      error={fieldError(problem, 'name')}
    />
  );
}

/** What the service refused: lines of the file in a table, beside their errors. */
function UploadProblem({ file, problem }: { readonly file: File; readonly problem: Problem }) {
  const errors = lineErrors(problem);
  if (errors.length === 0) return <ProblemNotice problem={problem} fieldsShownElsewhere />;
  return (
    <>
      <p role="alert" className="notice bad">
        <strong>Nothing of the file is stored.</strong> The first lines that break a rule are below.
      </p>
      <RefusedLines file={file} errors={errors} />
    </>
  );
}
