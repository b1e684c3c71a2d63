import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type DisclosureProps = { summary: string; open?: boolean; className?: string; children: ReactNode };

/** More that opens in place, under its summary. */
export function Disclosure({ summary, open = false, className = '', children }: DisclosureProps) {
  return (
    <details open={open} className={`group/more text-second text-secondary ${className}`}>
      <summary className="hit inline-flex items-center gap-1.5 rounded-control hover:text-ink">
        {summary}
        <ChevronRight aria-hidden className="size-3.5 shrink-0 group-open/more:rotate-90" />
      </summary>
      {children}
    </details>
  );
}
