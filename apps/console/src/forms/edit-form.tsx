import { type SubmitEvent, useState } from 'react';
import type { Tagged } from '../api/tagged';
import { asProblem, type Problem } from '../api/problem';
import { ProblemNotice } from '../components/problem-notice';
import { Table } from '../components/table';
import { areShown, changesOf, differences, type Draft, draftOf, type EditField } from './edit-changes';
import { EditControls } from './edit-controls';

interface EditFormProps<Body extends object> {
  readonly fields: readonly EditField[];
  readonly record: Tagged<Body>;
  /** Sends what was changed, if the record still has this tag; rejects with the problem. */
  readonly save: (changes: Record<string, unknown>, tag: string) => Promise<unknown>;
  /** Reads the record again. */
  readonly reread: () => Promise<Tagged<Body>>;
  /** Called when it is saved, and when nothing is to be saved. */
  readonly onClose: () => void;
}

const CHANGED_MEANWHILE = 412;

/** Changes a record field by field. Where another client changed it meanwhile, it says what, before anything is overwritten. */
export function EditForm<Body extends object>(props: EditFormProps<Body>) {
  const { fields, save, reread, onClose } = props;
  const [base, setBase] = useState(props.record);
  const [overtaken, setOvertaken] = useState<Body>();
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, body(props.record)));
  const [problem, setProblem] = useState<Problem>();
  const [saving, setSaving] = useState(false);

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const changes = changesOf(fields, (overtaken ?? base.body) as Record<string, unknown>, draft);
    setSaving(true);
    setProblem(undefined);
    try {
      if (Object.keys(changes).length > 0) await save(changes, base.tag);
      onClose();
    } catch (error) {
      const failure = asProblem(error);
      setProblem(failure);
      if (failure.status === CHANGED_MEANWHILE) {
        setOvertaken((before) => before ?? base.body);
        setBase(await reread());
      }
    } finally {
      setSaving(false);
    }
  };
  const startAgain = () => {
    setDraft(draftOf(fields, body(base)));
    setOvertaken(undefined);
    setProblem(undefined);
  };

  return (
    <form className="form" onSubmit={(event) => void send(event)} noValidate>
      <EditControls fields={fields} draft={draft} problem={problem} onChange={setDraft} />
      {problem && problem.status !== CHANGED_MEANWHILE && (
        <ProblemNotice problem={problem} fieldsShownElsewhere={areShown(problem, fields)} />
      )}
      {overtaken && (
        <Overtaken
          rows={differences(fields, overtaken as Record<string, unknown>, body(base))}
          startAgain={startAgain}
        />
      )}
      <div className="row">
        <button type="submit" className="button primary" disabled={saving}>
          {overtaken ? 'Save my changes all the same' : 'Save'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

const body = <Body extends object>({ body: fields }: Tagged<Body>) => fields as Record<string, unknown>;

interface OvertakenProps {
  readonly rows: ReturnType<typeof differences>;
  readonly startAgain: () => void;
}

function Overtaken({ rows, startAgain }: OvertakenProps) {
  return (
    <div role="alert" className="notice warn">
      <p>
        <strong>Changed meanwhile.</strong> Another client changed this record while you edited it. Nothing of
        yours is saved yet.
      </p>
      {rows.length === 0 ? (
        <p>None of the fields of this form are different.</p>
      ) : (
        <Table
          caption="What was changed meanwhile"
          columns={[
            { key: 'field', title: 'Field', cell: ({ label }) => label },
            { key: 'before', title: 'Before', cell: ({ before }) => before || '–' },
            { key: 'now', title: 'Now', cell: ({ now }) => now || '–' },
          ]}
          rows={rows}
          rowKey={({ label }) => label}
        />
      )}
      <button type="button" className="button" onClick={startAgain}>
        Start again from what is stored
      </button>
    </div>
  );
}
