import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** A problem, announced to screen readers at once. */
export function ProblemLine({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 text-danger text-second">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

type LoadFailureProps = { children: ReactNode; action: string; onAction(): void };

/** Stands for content that could not be loaded: one sentence, one action. */
export function LoadFailure({ children, action, onAction }: LoadFailureProps) {
  return (
    <div
      role="alert"
      className="column m-auto flex flex-1 flex-col items-center justify-center gap-4 py-6 text-center"
    >
      <p className="max-w-100 wrap-anywhere">{children}</p>
      <Button onClick={onAction}>{action}</Button>
    </div>
  );
}
