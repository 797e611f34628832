import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Card } from '../layout/page';

interface EditableCardProps {
  readonly title: string;
  /** Shown instead of the children while it is edited. */
  readonly form: (close: () => void) => ReactNode;
  readonly children: ReactNode;
  /** The form has all of the width. */
  readonly wideForm?: boolean;
}

/** A card that can be edited. Who works by keyboard goes on in the first field when the form opens, and at the button when it closes. */
export function EditableCard({ title, form, children, wideForm = false }: EditableCardProps) {
  const [editing, setEditing] = useState(false);
  const wasEditing = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasEditing.current === editing) return;
    wasEditing.current = editing;
    const first = content.current?.querySelector<HTMLElement>('input, select, textarea');
    (editing ? first : button.current)?.focus();
  }, [editing]);
  return (
    <Card
      title={title}
      wide={wideForm && editing}
      actions={
        !editing && (
          <button type="button" className="button" ref={button} onClick={() => setEditing(true)}>
            Edit
          </button>
        )
      }
    >
      <div ref={content} style={{ display: 'contents' }}>
        {editing ? form(() => setEditing(false)) : children}
      </div>
    </Card>
  );
}
