import { Dialog } from 'radix-ui';
import { NavigationLinks } from './navigation-links';

interface NavigationDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The navigation over the page, on narrow screens. */
export default function NavigationDialog({ open, onOpenChange }: NavigationDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="frame-navigation narrow-navigation" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">Pages</Dialog.Title>
          <NavigationLinks onFollow={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
