import { ArrowDown } from 'lucide-react';

type JumpPillProps = {
  newCount: number;
  /** The label for what waits out of sight; empty if nothing does. */
  waiting: string;
  onJump(): void;
  /** The wheel was turned over it, by so many pixels. */
  onScroll(by: number): void;
};

/** Leads to a waiting card that is out of sight, else to the newest message. */
export function JumpPill({ newCount, waiting, onJump, onScroll }: JumpPillProps) {
  const look =
    waiting !== ''
      ? 'border-transparent bg-accent text-on-accent hover:bg-accent-hover forced-color-adjust-none'
      : 'border-edge bg-raised hover:bg-hover';
  return (
    <div className="flex shrink-0 justify-center px-4 pt-2" onWheel={({ deltaY }) => onScroll(deltaY)}>
      <button
        type="button"
        onClick={onJump}
        className={`appear hit flex items-center gap-1.5 rounded-round border px-3.5 font-medium ${look}`}
      >
        {waiting !== '' ? (
          <>
            <ArrowDown aria-hidden className="size-4" />
            {waiting}
          </>
        ) : (
          <>
            <ArrowDown aria-hidden className="size-4 text-secondary" />
            Jump to latest
            {newCount > 0 && <span className="text-secondary tabular-nums">{`· ${newCount} new`}</span>}
          </>
        )}
      </button>
    </div>
  );
}
