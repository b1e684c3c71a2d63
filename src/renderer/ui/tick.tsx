import * as Checkbox from '@radix-ui/react-checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

type TickProps = {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
  className?: string;
  /** Words beside the box. */
  children?: ReactNode;
};

/** A small box that is ticked or not. */
export function Tick({ label, checked, onChange, className = '', children }: TickProps) {
  return (
    <Checkbox.Root
      aria-label={label}
      title={label}
      checked={checked}
      onCheckedChange={(now) => onChange(now === true)}
      className={`hit group/tick flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-control text-second text-secondary hover:bg-hover px-2 ${className}`}
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
      {children}
    </Checkbox.Root>
  );
}
