import { Keyboard } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Leads to the keys where there is a keyboard to be expected. */
export function KeysButton({ onOpen }: { onOpen(): void }) {
  return (
    <IconButton
      label="Keys"
      aria-keyshortcuts="?"
      className="-my-1.5 -me-2 pointer-coarse:hidden"
      icon={<Keyboard aria-hidden />}
      onClick={onOpen}
    />
  );
}
