import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** A success message, announced to screen readers too. */
export function DoneLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-2 text-secondary text-second">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
