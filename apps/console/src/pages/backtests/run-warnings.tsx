import { capitalised } from '../../components/verdict';
import { useTimes } from '../../format/times';
import type { Report } from './report';

interface RunWarningsProps {
  /** Of any run; some cannot be edited. */
  readonly report: Pick<Report, 'warnings'> & Partial<Pick<Report, 'edited_at' | 'edited_fields'>>;
}

/** What a reader of the figures should know: warnings of the run, and what a client edited. */
export function RunWarnings({ report }: RunWarningsProps) {
  const times = useTimes();
  const { warnings, edited_at: editedAt = null, edited_fields: edited = [] } = report;
  const sentences = [
    ...warnings.map(capitalised),
    ...(editedAt === null ? [] : [`Edited by a client at ${times.time(editedAt)}: ${edited.join(', ')}`]),
  ];
  if (sentences.length === 0) return null;
  return (
    <div className="notice warn">
      <strong>What to know of these figures</strong>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
    </div>
  );
}
