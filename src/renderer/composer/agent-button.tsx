import { ChevronDown } from 'lucide-react';
import { memo, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Thinking } from '../../shared/workspace/workspace.ts';
import { useOpenWorkspace, useParley, useView } from '../parley-context.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

const loadPicker = async () => (await import('./picker/agent-picker.tsx')).AgentPicker;
const AgentPicker = lazyPart(loadPicker);

/** Who points at the button is likely to open it. */
const loadAhead = () => void loadPicker().catch(() => undefined);

const gap = 6;

type AgentButtonProps = {
  name: string;
  model: string;
  inLoop: boolean;
  byItself: boolean;
  /** `off` too for an agent whose model never thinks on request. */
  thinking: Thinking;
};

/** Says who works in the open chat, and opens the choice over the composer. */
export const AgentButton = memo(function AgentButton(props: AgentButtonProps) {
  const { name, model, inLoop, byItself, thinking } = props;
  const level = thinking === 'off' ? '' : ` · ${thinking}`;
  const button = useRef<HTMLButtonElement>(null);
  const popoverId = useId();
  const [open, setOpen] = useState(false);
  const shown = visibleText(model === '' ? name : model, 'line');
  const isSame = shown.toLowerCase() === name.toLowerCase();
  const words = `${isSame ? shown : `${name} · ${shown}`}${level && `${level} thinking`}`;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Agent: ${words}${byItself ? ', decides by itself' : ''}`}
        title="Choose who works in this chat"
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={popoverId}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        className={
          'hit ms-1 @max-[27rem]:ms-0 inline-flex min-w-0 items-center gap-1 rounded-control px-2 @max-[27rem]:px-1 text-second text-secondary ' +
          'hover:bg-hover hover:text-ink aria-expanded:bg-selected aria-expanded:text-ink'
        }
      >
        <span className="min-w-0 truncate pe-px">
          {inLoop ? (
            <ModelName name={shown} />
          ) : (
            <>
              {visibleText(name, 'line')}
              {!isSame && <span className="@max-[36rem]:hidden"> · {shown}</span>}
              {byItself && <span className="@max-[36rem]:hidden"> · decides by itself</span>}
            </>
          )}
          {level}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-tertiary" />
      </button>
      <AgentPopover open={open} id={popoverId} anchor={button} onOpenChange={setOpen} />
    </>
  );
});

/** A Claude model is called as people call it, where there is little room by its family. */
function ModelName({ name }: { name: string }) {
  const [, family, ...version] = /^claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?$/.exec(name) ?? [];
  if (family === undefined) return name;
  return (
    <>
      <span className="@max-[36rem]:hidden">Claude </span>
      <span className="capitalize">{family}</span> {version.filter(Boolean).join('.')}
    </>
  );
}

type AgentPopoverProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
};

function AgentPopover({ id, anchor, open, onOpenChange }: AgentPopoverProps) {
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
