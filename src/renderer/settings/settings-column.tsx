import { ArrowLeft, Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SavedContext } from './setting-row.tsx';

type ColumnProps = { title: string; onBack?: (() => void) | undefined; children: ReactNode };

/** The column of settings under its title, which says when one was stored. */
export function SettingsColumn({ title, onBack, children }: ColumnProps) {
  const [saves, setSaves] = useState(0);
  return (
    <SavedContext value={() => setSaves((count) => count + 1)}>
      <div className="mx-auto w-full max-w-182 px-8 pt-8 pb-16 max-md:px-4 max-md:pt-3">
        {onBack !== undefined && (
          <Button look="quiet" className="-ms-2.5 mb-2" onClick={onBack}>
            <ArrowLeft aria-hidden />
            All settings
          </Button>
        )}
        <div className="drag-region flex items-baseline gap-4">
          <h1 className="min-w-0 flex-1 text-title font-semibold">{title}</h1>
          <p role="status" className="text-small text-tertiary">
            {saves > 0 && (
              <span key={saves} className="flex items-center gap-1.5 fade-in">
                <Check aria-hidden className="size-3.5" />
                Saved
              </span>
            )}
          </p>
        </div>
        {children}
      </div>
    </SavedContext>
  );
}
