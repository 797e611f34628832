import { type SubmitEvent, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { ProblemNotice } from '../components/problem-notice';
import { areShown, changesOf, draftOf, type EditField } from './edit-changes';
import { EditControls } from './edit-controls';

interface NewRecordFormProps {
  readonly fields: readonly EditField[];
  /** What the fields hold at first. */
  readonly initial?: Readonly<Record<string, string>>;
  /** The label of the button. */
  readonly submit: string;
  /** Sends the values, under a key by which the same form counts once; rejects with the problem. */
  readonly create: (values: Record<string, unknown>, key: string) => Promise<unknown>;
}

/** Writes a record; fields that are left empty are not sent. */
export function NewRecordForm({ fields, initial = {}, submit, create }: NewRecordFormProps) {
  const [draft, setDraft] = useState(() => draftOf(fields, initial));
  const [problem, setProblem] = useState<Problem>();
  const [sending, setSending] = useState(false);
  // Another content is another request; the same one, sent again after a break, is not.
  const [request, setRequest] = useState({ content: '', key: '' });
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const content = JSON.stringify(draft);
    const key = request.content === content ? request.key : crypto.randomUUID();
    setRequest({ content, key });
    setSending(true);
    setProblem(undefined);
    try {
      await create(changesOf(fields, {}, draft), key);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)} noValidate>
      <EditControls fields={fields} draft={draft} problem={problem} onChange={setDraft} />
      {problem && <ProblemNotice problem={problem} fieldsShownElsewhere={areShown(problem, fields)} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={sending}>
          {submit}
        </button>
      </div>
    </form>
  );
}
