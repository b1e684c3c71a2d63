import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, use } from 'react';
import { AgentMark, outsideMark } from '../ui/agent-mark.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TimeOfDay } from '../ui/time-of-day.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { visibleText } from '../../shared/hidden-characters.ts';
import { CardAgentContext } from './card-agent.ts';

/** A collapsed card that has ended, in one line: the answer or the state first, then where it came from. */
export type CardLine = {
  what: ReactNode;
  from?: ReactNode;
  /** The whole text, for a tooltip. */
  whole?: string;
  actions?: ReactNode;
  /** True if there is nothing to open. */
  closed?: boolean;
};

type CardFrameProps = {
  /** The region's whole accessible name; hidden characters of it and of the title are made visible here. */
  name: string;
  toolCallId: string;
  icon?: ReactNode;
  /** Who asks, whose mark stands in place of the icon while the card calls: the chat's own agent, or one outside. */
  from?: 'agent' | 'outside';
  title: ReactNode;
  status: ReactNode;
  /** Counts and times, at the end of the head. */
  meta?: ReactNode;
  waiting: boolean;
  /** When it was settled, in milliseconds since 1970. */
  endedAt?: number | undefined;
  /** Gives the card its accent edge and a tinted head. */
  calling: boolean;
  collapsed: boolean;
  onCollapsedChange(collapsed: boolean): void;
  collapseButton?: RefObject<HTMLButtonElement | null>;
  /** Replaces the head of a collapsed card. */
  line?: CardLine | undefined;
  actions?: ReactNode;
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
  onClick?(): void;
  /** Content that stays visible while the card is collapsed. */
  summary?: ReactNode;
  /** The content spans the card and spaces itself, as one with a `CardFoot` has to. */
  flush?: boolean;
  children: ReactNode;
};

/** The frame of every card. */
export function CardFrame(props: CardFrameProps) {
  const { name, toolCallId, waiting, calling, collapsed, line, onKeyDown, onClick, summary } = props;
  const edge = calling ? 'border-accent-line border-t-2 border-t-accent-mark' : 'border-hairline';
  return (
    <section
      aria-label={visibleText(name, 'line')}
      data-tool-call-id={toolCallId}
      data-state={waiting ? 'waiting' : 'settled'}
      data-calling={calling || undefined}
      className={`card group/card @container min-w-0 [--surface:var(--surface-raised)] rounded-card border bg-raised ${edge}`}
    >
      <div role="presentation" className="rounded-[inherit]" onKeyDown={onKeyDown} onClick={onClick}>
        {collapsed && line !== undefined ? <Line {...props} line={line} /> : <Head {...props} />}
        {summary}
        {collapsed ? null : (
          <div className={props.flush ? 'rounded-b-[inherit]' : 'px-4 pb-card'}>{props.children}</div>
        )}
      </div>
    </section>
  );
}

function Head(props: CardFrameProps) {
  const { icon, from, title, status, meta, calling, actions } = props;
  const { id: agent } = use(CardAgentContext);
  const asker = from === 'outside' ? outsideMark : from === 'agent' ? agent : null;
  const icons = calling ? 'text-accent-ink' : 'text-secondary';
  return (
    <header
      className={`flex min-h-(--card-head) items-center gap-x-2 rounded-t-[inherit] py-1.5 ps-4 pe-1.5 pointer-coarse:py-0 ${
        calling ? 'bg-accent-wash' : ''
      }`}
    >
      {calling && asker !== null ? (
        <AgentMark of={asker} size={18} />
      ) : (
        icon !== undefined && <span className={`shrink-0 [&_svg]:size-4 ${icons}`}>{icon}</span>
      )}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {typeof title === 'string' ? <VisibleText text={title} layout="line" /> : title}
        </span>
        <span
          className={`flex min-w-0 flex-wrap items-center gap-x-2 text-small font-medium tabular-nums ${
            calling ? 'text-accent-ink' : 'text-secondary'
          }`}
        >
          {status}
        </span>
      </span>
      {meta !== undefined && (
        <span className="shrink-0 text-second whitespace-nowrap text-tertiary tabular-nums @max-[420px]:sr-only">
          {meta}
        </span>
      )}
      <EndedAt {...props} />
      <span className="flex shrink-0 items-center">
        {actions}
        <CollapseButton {...props} />
      </span>
    </header>
  );
}

/** A pointer opens the card anywhere on the line; keys use the button at its end. */
function Line({ line, ...props }: CardFrameProps & { line: CardLine }) {
  const { icon, onCollapsedChange } = props;
  function open({ target }: MouseEvent): void {
    if (!line.closed && target instanceof Element && target.closest('button') === null)
      onCollapsedChange(false);
  }
  return (
    <header
      role="presentation"
      onClick={open}
      className={`flex min-h-[calc(var(--option)-2px)] items-center gap-2 rounded-[inherit] ps-3.5 pe-1.5 text-second ${
        line.closed ? '' : 'cursor-pointer hover:bg-hover'
      }`}
    >
      {icon !== undefined && <span className="shrink-0 text-tertiary [&_svg]:size-3.75">{icon}</span>}
      <span
        className="cut-off min-w-0 flex-1"
        title={line.whole === undefined ? undefined : visibleText(line.whole, 'line')}
      >
        <span className="font-medium">{line.what}</span>
        {line.from !== undefined && <span className="text-tertiary"> · {line.from}</span>}
      </span>
      <EndedAt {...props} />
      <span className="flex shrink-0 items-center">
        {line.actions}
        {!line.closed && <CollapseButton {...props} />}
      </span>
    </header>
  );
}

function EndedAt({ endedAt }: Pick<CardFrameProps, 'endedAt'>) {
  if (endedAt === undefined) return null;
  return (
    <TimeOfDay at={endedAt} className="shrink-0 text-small text-tertiary tabular-nums @max-[420px]:hidden" />
  );
}

function CollapseButton({ waiting, collapsed, collapseButton, onCollapsedChange }: CardFrameProps) {
  const turned = collapsed ? '-rotate-90 rtl:rotate-90' : waiting ? '' : 'rotate-180';
  return (
    <IconButton
      label="Collapse"
      title={collapsed ? 'Expand' : 'Collapse'}
      aria-expanded={!collapsed}
      ref={collapseButton}
      onClick={() => onCollapsedChange(!collapsed)}
      icon={<ChevronDown aria-hidden className={turned} />}
    />
  );
}

/**
 * The last row of a card, the primary action last. It sticks to the bottom of what scrolls, if it is the last
 * child of an element as high as the card.
 */
export function CardFoot({ children }: { children: ReactNode }) {
  return (
    <div className="card-foot">
      <div className="card-foot-row flex flex-wrap items-center gap-x-2 gap-y-1 py-2.5 ps-1.5 pe-3 pointer-coarse:ps-1">
        {children}
      </div>
    </div>
  );
}
