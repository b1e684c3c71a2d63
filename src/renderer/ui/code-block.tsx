import type { ComponentProps } from 'react';

/** Code as it is; scrolls sideways, also by keyboard. */
export function CodeBlock({ children }: ComponentProps<'pre'>) {
  return (
    <pre dir="ltr" tabIndex={0} role="group" aria-label="Code">
      {children}
    </pre>
  );
}
