import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What has the focus first; without, the first control. */
  readonly first?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A dialog that keeps the focus until it is closed, by Escape or a button of its own, and gives it back to what had it before. */
export function Dialog({ title, open, onOpenChange, first, children }: DialogProps) {
  const before = useRef<Element>(null);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="overlay" />
        <Primitive.Content
          className="dialog stack"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement;
            if (!first?.current) return;
            event.preventDefault();
            first.current.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusTo(before.current);
          }}
        >
          <Primitive.Title>{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** What was done in the dialog may have removed or disabled what opened it: then the page itself is where the reader goes on. */
function giveFocusTo(element: Element | null): void {
  const main = document.getElementById('main');
  if (element instanceof HTMLElement && element.isConnected) element.focus();
  if (document.activeElement === document.body) main?.focus({ preventScroll: true });
}
