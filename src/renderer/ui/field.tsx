import { type ReactNode, useId } from 'react';

/** A control under its label; the control takes the id it is given. */
export function Field({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-minor text-secondary">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
