import type { ComponentProps } from 'react';

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
