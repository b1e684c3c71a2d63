import { type RefObject, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const InstructionsRead = lazyPart(async () => (await import('./instructions-read.tsx')).InstructionsRead);

export const instructionsTitle = 'What the agent is told';

const gap = 6;

type InstructionsPopoverProps = {
  ref: RefObject<HTMLDivElement | null>;
  id: string;
  workspaceId: WorkspaceId;
  /** What opens it; it stands over the one that is shown. */
  openers: readonly RefObject<HTMLElement | null>[];
};

export function InstructionsPopover({ ref, id, workspaceId, openers }: InstructionsPopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={instructionsTitle}
      onBeforeToggle={({ newState }) => {
        if (newState === 'open') place(ref.current, openers);
      }}
      onToggle={({ newState }) => setOpen(newState === 'open')}
      className="fixed m-0 w-[min(22rem,calc(100vw-16px))] rounded-card border border-hairline bg-raised px-4 py-3 text-ink shadow-menu"
    >
      <PartBoundary fallback={<div className="h-16" />}>
        {open && <InstructionsRead workspaceId={workspaceId} />}
      </PartBoundary>
    </div>
  );
}

/** Places the popover over its opener, within the window. */
function place(popover: HTMLElement | null, openers: InstructionsPopoverProps['openers']): void {
  const opener = openers.find(({ current }) => current?.checkVisibility())?.current;
  if (popover === null || !opener) return;
  const { left, top } = opener.getBoundingClientRect();
  const width = Math.min(
    22 * parseFloat(getComputedStyle(document.documentElement).fontSize),
    innerWidth - 16,
  );
  popover.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  popover.style.top = 'auto';
  popover.style.bottom = `${innerHeight - top + gap}px`;
}
