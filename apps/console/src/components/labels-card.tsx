import { useState } from 'react';
import { api } from '../api/client';
import { useRead, useSend, type Schemas } from '../api/hooks';
import { Badge } from './badge';
import { ProblemNotice } from './problem-notice';
import { QueryView } from './query-view';
import { EditableCard } from '../forms/editable-card';
import { Field, fieldError } from '../forms/field';
import { TextField } from '../forms/inputs';

type Labels = Schemas['RunLabelsRead'];

const PATH = '/api/v1/backtesting/runs/{kind}/{id}/labels';
const LISTS = ['/api/v1/backtesting/runs'] as const;

interface LabelsCardProps {
  readonly kind: Schemas['RunKind'];
  readonly id: number;
}

/** Name, note and tags of the run, to be changed. */
export function LabelsCard({ kind, id }: LabelsCardProps) {
  const labels = useRead(PATH, { params: { path: { kind, id } } });
  return (
    <EditableCard
      title="Name, note and tags"
      form={(close) => (
        <QueryView query={labels}>
          {(data) => <LabelsForm kind={kind} id={id} labels={data} onClose={close} />}
        </QueryView>
      )}
    >
      <QueryView query={labels}>{(data) => <ShownLabels labels={data} />}</QueryView>
    </EditableCard>
  );
}

function ShownLabels({ labels }: { readonly labels: Labels }) {
  const { name, note, tags } = labels;
  if (name === null && note === null && tags.length === 0)
    return <p className="quiet">None yet. A name and tags make the run easy to find among others.</p>;
  return (
    <>
      {name !== null && (
        <p>
          <strong>{name}</strong>
        </p>
      )}
      {note !== null && <p style={{ whiteSpace: 'pre-wrap' }}>{note}</p>}
      <div className="row">
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
    </>
  );
}

interface LabelsFormProps extends LabelsCardProps {
  readonly labels: Labels;
  readonly onClose: () => void;
}

function LabelsForm({ kind, id, labels, onClose }: LabelsFormProps) {
  const [name, setName] = useState(labels.name ?? '');
  const [note, setNote] = useState(labels.note ?? '');
  const [tags, setTags] = useState(labels.tags.join(', '));
  const save = useSend(
    (body: Schemas['UpdateRunLabelsDto']) => api.PATCH(PATH, { params: { path: { kind, id } }, body }),
    { changes: [PATH, ...LISTS], onSuccess: onClose },
  );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          name: name.trim() === '' ? null : name.trim(),
          note: note.trim() === '' ? null : note,
          tags: tags
            .split(',')
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ''),
        });
      }}
    >
      <TextField label="Name" value={name} onChange={setName} error={fieldError(save.error, 'name')} />
      <Field label="Note" error={fieldError(save.error, 'note')}>
        {(attributes) => (
          <textarea {...attributes} rows={3} value={note} onChange={({ target }) => setNote(target.value)} />
        )}
      </Field>
      <TextField
        label="Tags"
        hint="Between commas, such as spx, trend"
        value={tags}
        onChange={setTags}
        error={fieldError(save.error, 'tags')}
      />
      {save.error && <ProblemNotice problem={save.error} fieldsShownElsewhere />}
      <div className="row">
        <button type="submit" className="button primary" disabled={save.isPending}>
          Save
        </button>
        <button type="button" className="button" onClick={onClose}>
          Leave as it is
        </button>
      </div>
    </form>
  );
}
