import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A native select. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`relative block ${className}`}>
      <select
        className="hit w-full appearance-none truncate rounded-control border border-edge bg-raised ps-3 pe-8 text-second font-medium text-ink"
        {...rest}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute end-2.5 top-1/2 size-3.5 -translate-y-1/2 text-tertiary"
      />
    </span>
  );
}
