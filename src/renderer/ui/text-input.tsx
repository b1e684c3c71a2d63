import { type ComponentProps, type ReactNode, useId } from 'react';

/** One line of text; `mono` for paths, addresses and names of models. */
export function TextInput({
  mono = false,
  className = '',
  ...rest
}: ComponentProps<'input'> & { mono?: boolean }) {
  const face = mono ? 'font-mono text-code' : '';
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      className={`hit w-full min-w-0 rounded-control border border-edge bg-raised px-3 aria-invalid:border-danger ${face} ${className}`}
      {...rest}
    />
  );
}

/** A control under its label; the control takes the id it is given. */
export function Field({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium text-secondary">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type GrowingTextFieldProps = ComponentProps<'textarea'> & {
  /** Leaves the frame to the surroundings. */
  bare?: boolean;
};

const frame =
  'rounded-control border border-edge bg-raised px-3 py-1.5 placeholder:text-secondary ' +
  'disabled:opacity-60 aria-invalid:border-danger';

/** A text area as high as its text; past `max-h-*` of the caller it scrolls. */
export function GrowingTextField({ bare = false, className = '', rows = 1, ...rest }: GrowingTextFieldProps) {
  return (
    <textarea
      rows={rows}
      dir="auto"
      spellCheck
      className={`hit block w-full resize-none field-sizing-content ${bare ? 'bg-transparent' : frame} ${className}`}
      {...rest}
    />
  );
}
