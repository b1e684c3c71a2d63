import { ChevronDown } from 'lucide-react';
import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { lazyValue } from '../../../shared/lazy-value.ts';
import { contextShare, nearlyFull } from '../../../shared/workspace/context-share.ts';
import type { Thinking, Usage, Workspace } from '../../../shared/workspace/workspace.ts';
import { useOpenWorkspace, useParley, useView } from '../../parley-context.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

type AgentButtonProps = {
  name: string;
  model: string;
  inLoop: boolean;
  byItself: boolean;
  /** `off` too for an agent whose model never thinks on request. */
  thinking: Thinking;
};

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
          'hit ms-1 @max-[27rem]:ms-0 inline-flex min-w-0 @min-[27rem]:min-w-26 items-center gap-1 rounded-control px-2 @max-[27rem]:px-1 text-second text-secondary ' +
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

/** Shows `claude-opus-4-1` as "Claude Opus 4.1", without "Claude" where there is little room. */
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

const loadPicker = async () => (await import('../picker/agent-picker.tsx')).AgentPicker;
const AgentPicker = lazyPart(loadPicker);

/** Whoever points at the button is likely to open it. */
const loadAhead = () => void loadPicker().catch(() => undefined);

const gap = 6;

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
        // On toggle, not on the press: the platform gives the focus back to the button first.
        if (newState === 'closed') onOpenChange(false);
      }}
      className={
        'fixed m-0 w-[min(25rem,calc(100vw-16px))] flex-col overflow-hidden rounded-card border border-hairline ' +
        // Seen, and pressed, once it is whole, so that it does not grow under the pointer; what is typed meanwhile counts.
        'bg-raised p-0 text-ink shadow-menu open:flex ' +
        'empty:opacity-0 has-[[data-awaits]]:pointer-events-none has-[[data-awaits]]:opacity-0'
      }
    >
      {open && (
        <PartBoundary>
          <OpenPicker onDone={close} />
        </PartBoundary>
      )}
    </div>
  );
}

function OpenPicker({ onDone }: { onDone(): void }) {
  const workspace = useOpenWorkspace();
  return workspace === undefined ? null : <AgentPicker {...{ workspace, onDone }} />;
}

/** Places the popover over its button, as high as there is room, within the window. */
function place(popover: HTMLElement, button: HTMLElement): void {
  const { left, top } = button.getBoundingClientRect();
  const { width } = document.documentElement.getBoundingClientRect();
  const own = Math.min(25 * parseFloat(getComputedStyle(document.documentElement).fontSize), width - 16);
  popover.style.left = `${Math.max(8, Math.min(left, width - own - 8))}px`;
  popover.style.top = 'auto';
  popover.style.bottom = `${innerHeight - top + gap}px`;
  popover.style.maxHeight = `${Math.min(top - gap - 8, 520)}px`;
}

/**
 * Shows how full the model's context is and what the chat has cost; the rest is on hover. Where there is no room, a
 * line over the message says when it is nearly full.
 */
export function ContextRing({ workspace }: { workspace: Workspace }) {
  const { usage } = workspace;
  const share = contextShare(workspace);
  const words = usageText(usage, share);
  const cost = costText(usage);
  // A mere count leaves its room to the agent's name.
  const textLook = share === null ? '@max-[32rem]:hidden short:hidden' : '@max-[31rem]:hidden';
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={`inline-flex h-8 shrink-0 items-center gap-1.75 px-2 text-small text-tertiary tabular-nums @max-[27rem]:hidden pointer-coarse:@max-[33rem]:hidden ${share === null ? '@max-[32rem]:px-0 short:px-0' : ''}`}
    >
      {share !== null && <Ring share={share} />}
      <span className={`${textLook} pointer-coarse:@max-[34rem]:hidden`}>
        {share === null
          ? `${shortCount(usage.chat.input + usage.chat.output || usage.context)} tokens`
          : `${share} %`}
        {cost !== null && <span className="@max-[46rem]:hidden"> · {cost}</span>}
      </span>
    </span>
  );
}

function Ring({ share }: { share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 20 20" className="size-4.5 fill-none stroke-[2.5]">
      <circle cx="10" cy="10" r="7.5" className="stroke-edge" />
      <circle
        cx="10"
        cy="10"
        r="7.5"
        pathLength="100"
        strokeDasharray={`${share} 100`}
        transform="rotate(-90 10 10)"
        className={share >= nearlyFull ? 'stroke-ink' : 'stroke-secondary'}
      />
    </svg>
  );
}

const compact = lazyValue(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
);

const dollars = lazyValue(() => new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }));

/** Returns a number of tokens, such as "12K". */
export function shortCount(tokens: number): string {
  return compact().format(tokens).replace('K', 'k');
}

const sum = ({ input, output }: Usage) => input + output;

/**
 * Returns the cost of a chat, such as "$1.20"; null where no price is known. A plus means that some of its tokens
 * have no known price.
 */
export function costText({ cost }: Workspace['usage']): string | null {
  if (cost.dollars === 0) return null;
  const text = cost.dollars < 0.01 ? '<$0.01' : dollars().format(cost.dollars);
  return cost.unpriced > 0 ? `${text}+` : text;
}

/** Returns what a chat has used, in a sentence or two. */
export function usageText(usage: Workspace['usage'], share: number | null): string {
  const { turn, chat, cost, context, cached } = usage;
  // An external agent says how full its context is, not what it has used in all.
  const tokens =
    sum(chat) === 0
      ? `${shortCount(context)} tokens of context`
      : `${shortCount(sum(chat))} tokens in this chat`;
  const ofTurn = sum(turn) > 0 ? `${tokens}, ${shortCount(sum(turn))} this turn` : tokens;
  const used = cached === undefined ? ofTurn : `${ofTurn}, ${shortCount(cached)} read from a cache`;
  const full = share === null ? '' : `Context: ${share} % used. `;
  const paid = costText(usage);
  if (paid === null) return `${full}${used}`;
  const more = cost.unpriced > 0 ? `, without ${shortCount(cost.unpriced)} tokens of unknown price` : '';
  return `${full}About ${paid.replace('+', '')} so far${more}. ${used}`;
}
