import type { ReactNode, Ref } from 'react';

type ComposerLineProps = {
  ref?: Ref<HTMLDivElement>;
  /** True while Enter does not do yet what the line says. */
  arming?: boolean;
  children: ReactNode;
};

/** A line over the message, in its field: what becomes of the message when it is sent. */
export function ComposerLine({ ref, arming = false, children }: ComposerLineProps) {
  return (
    <div
      ref={ref}
      data-arming={arming || undefined}
      className="flex min-h-9 items-center gap-2 border-b border-hairline ps-4 pe-1.5 text-second text-secondary"
    >
      {children}
    </div>
  );
}
