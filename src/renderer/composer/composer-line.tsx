import type { ReactNode, Ref } from 'react';

type ComposerLineProps = { ref?: Ref<HTMLDivElement>; children: ReactNode };

/** A line over the message, in its field: what becomes of it when it is sent. */
export function ComposerLine({ ref, children, ...rest }: ComposerLineProps) {
  return (
    <div
      ref={ref}
      className="flex min-h-9 items-center gap-2 border-b border-hairline ps-4 pe-1.5 text-second text-secondary"
      {...rest}
    >
      {children}
    </div>
  );
}
