import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type LoadFailureProps = { children: ReactNode; action: string; onAction(): void };

/** Placeholder for content that could not be had: one sentence, one action. */
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
