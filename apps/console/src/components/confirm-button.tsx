import { type ReactNode, useRef, useState } from 'react';
import type { Problem } from '../api/problem';
import { Dialog } from './dialog';
import { ProblemNotice } from './problem-notice';

interface ConfirmButtonProps {
  /** The label of the button. */
  readonly label: string;
  /** A question that says what will be lost. */
  readonly question: ReactNode;
  /** The label of the button that does it. */
  readonly confirm: string;
  /** Does it; the dialog closes when it resolves, and shows the problem when it rejects. */
  readonly action: () => Promise<unknown>;
  readonly disabled?: boolean;
  /** Shown on the button instead of the label, whose first words it is: in a row of a table. */
  readonly short?: string;
}

/** A button of what cannot be undone: it says so first, and Enter alone keeps what is there. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, question, confirm, action, disabled = false, short } = props;
  const [open, setOpen] = useState(false);
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const keep = useRef<HTMLButtonElement>(null);
  const act = async () => {
    setWorking(true);
    setProblem(undefined);
    try {
      await action();
      setOpen(false);
    } catch (error) {
      setProblem(error as Problem);
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="button danger"
        disabled={disabled}
        aria-label={short && label}
        onClick={() => setOpen(true)}
      >
        {short ?? label}
      </button>
      <Dialog title={label} open={open} onOpenChange={setOpen} first={keep}>
        <div>{question}</div>
        {problem && <ProblemNotice problem={problem} />}
        <div className="row">
          <button type="button" className="button danger" disabled={working} onClick={() => void act()}>
            {confirm}
          </button>
          <button ref={keep} type="button" className="button" onClick={() => setOpen(false)}>
            Keep it
          </button>
        </div>
      </Dialog>
    </>
  );
}
