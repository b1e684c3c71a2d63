import { ArrowDown } from 'lucide-react';

export function JumpToLatest({ newCount, onJump }: { newCount: number; onJump(): void }) {
  return (
    <button
      type="button"
      onClick={onJump}
      className={
        'appear hit absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center gap-1.5 rounded-pill border ' +
        'border-edge bg-raised px-3.5 font-medium shadow-float hover:bg-hover'
      }
    >
      <ArrowDown aria-hidden className="size-4 text-secondary" />
      Jump to latest
      {newCount > 0 && <span className="text-secondary tabular-nums">· {newCount} new</span>}
    </button>
  );
}
