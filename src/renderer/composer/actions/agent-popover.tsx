import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useOpenWorkspace, useParley, useView } from '../../parley-context.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const loadPicker = async () => (await import('../picker/agent-picker.tsx')).AgentPicker;
const AgentPicker = lazyPart(loadPicker);

/** Who points at the button is likely to open it. */
export const loadAhead = () => void loadPicker().catch(() => undefined);

const gap = 6;

type AgentPopoverProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
};

/** The choice of who works in the open chat, over its button. */
export function AgentPopover({ id, anchor, open, onOpenChange }: AgentPopoverProps) {
  const { view, requestCaret } = useParley();
  const popover = useRef<HTMLDivElement>(null);
  const requested = useView(({ choosingAgent }) => choosingAgent);
  useEffect(() => {
    if (!requested) return;
    popover.current?.showPopover();
    view.setState({ choosingAgent: false });
  }, [requested, view]);

  useEffect(() => {
    if (!open) return;
    const follow = () => anchor.current && popover.current && place(popover.current, anchor.current);
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [open, anchor]);

  function close(): void {
    popover.current?.hidePopover();
    requestCaret();
  }

  return (
    <div
      ref={popover}
      id={id}
      popover="auto"
      role="dialog"
      aria-label="Who works in this chat"
      onBeforeToggle={({ newState }) => {
        if (newState === 'closed' || anchor.current === null || popover.current === null) return;
        place(popover.current, anchor.current);
        flushSync(() => onOpenChange(true));
      }}
      onToggle={({ newState }) => {
        // What has the focus stays until the platform has given it back to the button.
        if (newState === 'closed') onOpenChange(false);
      }}
      className={
        'fixed m-0 w-[min(25rem,calc(100vw-16px))] flex-col overflow-hidden rounded-card border border-hairline ' +
        'bg-raised p-0 text-ink shadow-menu open:flex'
      }
    >
      {open && (
        <Suspense fallback={<div className="min-h-60" />}>
          <OpenPicker onDone={close} />
        </Suspense>
      )}
    </div>
  );
}

function OpenPicker({ onDone }: { onDone(): void }) {
  const workspace = useOpenWorkspace();
  return workspace === undefined ? null : <AgentPicker {...{ workspace, onDone }} />;
}

/** Over its button, as high as there is room, wholly in the window. */
function place(popover: HTMLElement, button: HTMLElement): void {
  const { left, top } = button.getBoundingClientRect();
  const { width } = document.documentElement.getBoundingClientRect();
  const own = Math.min(25 * parseFloat(getComputedStyle(document.documentElement).fontSize), width - 16);
  popover.style.left = `${Math.max(8, Math.min(left, width - own - 8))}px`;
  popover.style.top = 'auto';
  popover.style.bottom = `${innerHeight - top + gap}px`;
  popover.style.maxHeight = `${Math.min(top - gap - 8, 520)}px`;
}
