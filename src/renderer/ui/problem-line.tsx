import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A problem, announced to screen readers at once. */
export function ProblemLine({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 text-danger text-minor">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
