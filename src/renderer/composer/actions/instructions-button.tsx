import { Info } from 'lucide-react';
import { type RefObject, Suspense, useId, useRef, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const InstructionsRead = lazyPart(async () => (await import('./instructions-read.tsx')).InstructionsRead);

const gap = 6;

export function InstructionsButton({ workspaceId }: { workspaceId: WorkspaceId }) {
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label="What the agent is told"
        icon={<Info aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="What the agent is told"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') place(popover, button);
        }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed m-0 w-[min(22rem,calc(100vw-16px))] rounded-card border border-hairline bg-raised px-4 py-3 text-ink shadow-menu"
      >
        <Suspense fallback={<div className="h-16" />}>
          {open && <InstructionsRead workspaceId={workspaceId} />}
        </Suspense>
      </div>
    </>
  );
}

/** Places the popover over its button, within the window. */
function place({ current: popover }: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>) {
  const box = button.current?.getBoundingClientRect();
  if (popover === null || box === undefined) return;
  const width = Math.min(
    22 * parseFloat(getComputedStyle(document.documentElement).fontSize),
    innerWidth - 16,
  );
  popover.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  popover.style.top = 'auto';
  popover.style.bottom = `${innerHeight - box.top + gap}px`;
}
