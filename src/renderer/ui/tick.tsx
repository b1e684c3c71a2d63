import * as Checkbox from '@radix-ui/react-checkbox';
import { Check } from 'lucide-react';

type TickProps = { label: string; checked: boolean; onChange(checked: boolean): void };

/** A small box that is ticked or not, before what it is about. */
export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <Checkbox.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={(now) => onChange(now === true)}
      className="hit group/tick grid size-8 shrink-0 place-items-center rounded-control hover:bg-hover"
    >
      <span
        className={
          'grid size-4 place-items-center rounded-small border-[1.5px] border-control bg-raised ' +
          'text-[light-dark(var(--on-accent),var(--surface-side))] forced-color-adjust-none ' +
          'group-data-[state=checked]/tick:border-accent-mark group-data-[state=checked]/tick:bg-accent-mark'
        }
      >
        <Checkbox.Indicator>
          <Check aria-hidden className="size-3 stroke-3" />
        </Checkbox.Indicator>
      </span>
    </Checkbox.Root>
  );
}
