import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { GrowingTextField } from '../../ui/growing-text-field.tsx';

type DiscardFormProps = {
  reason: string;
  busy: boolean;
  onReason(reason: string): void;
  onKeep(): void;
  onDiscard(): void;
};

/** Asks why, before the changes are discarded; the reason may stay empty. */
export function DiscardForm({ reason, busy, onReason, onKeep, onDiscard }: DiscardFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mt-4 flex flex-wrap items-end justify-end gap-2 border-t border-hairline pt-4">
      <div className="min-w-56 flex-1">
        <GrowingTextField
          ref={field}
          aria-label="Reason"
          className="max-h-40"
          placeholder="Why not? (optional)"
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" aria-disabled={busy} onClick={onKeep}>
          Keep
        </Button>
        <Button aria-disabled={busy} onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </div>
  );
}
