import { Undo2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';

type DropButtonProps = {
  /** What is dropped, after the verb. */
  name: string;
  dropped: boolean;
  onDrop(dropped: boolean): void;
};

/** Leaves a file or a change out of what is applied, and takes it back in. It decides nothing by itself. */
export function DropButton({ name, dropped, onDrop }: DropButtonProps) {
  const verb = dropped ? 'Keep' : 'Drop';
  return (
    <Button
      look="quiet"
      aria-label={`${verb} ${name}`}
      onClick={() => onDrop(!dropped)}
      className={`ms-auto ${dropped ? 'text-ink' : ''}`}
    >
      {dropped ? <Undo2 aria-hidden /> : null}
      {verb}
    </Button>
  );
}
