import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TermProps {
  /** The term as it is shown. */
  readonly children: ReactNode;
  /** What it means, how it is calculated, its unit. */
  readonly meaning: ReactNode;
}

/** An open popover at its term, from the first activation on. */
export default function TermPopover({ children, meaning }: TermProps) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger className="term">{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover"
          sideOffset={6}
          collisionPadding={12}
          aria-label="What this means"
        >
          {meaning}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
