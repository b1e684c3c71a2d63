import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { visibleText } from '../../shared/hidden-characters.ts';

type CardFrameProps = {
  /** The region's whole accessible name; hidden characters of it and of the title are made visible here. */
  name: string;
  toolCallId: string;
  title: ReactNode;
  status: ReactNode;
  waiting: boolean;
  /** Gives the card its accent edge. */
  calling: boolean;
  collapsed: boolean;
  onCollapsedChange(collapsed: boolean): void;
  collapseButton?: RefObject<HTMLButtonElement | null>;
  /** Further buttons of the header, before `Collapse`. */
  actions?: ReactNode;
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
  /** Anything in the card was clicked. */
  onClick?(): void;
  /** Content that stays visible while the card is collapsed. */
  summary?: ReactNode;
  children: ReactNode;
};

/** The face every card shares: border, accent edge while it waits, header in one row. */
export function CardFrame({ name, toolCallId, title, status, waiting, calling, ...rest }: CardFrameProps) {
  const { collapsed, onCollapsedChange, collapseButton, actions, onKeyDown, onClick, summary, children } =
    rest;
  const edge = calling ? 'border-s-3 border-s-accent-mark' : '';
  return (
    <section
      aria-label={visibleText(name, 'line')}
      data-tool-call-id={toolCallId}
      data-state={waiting ? 'waiting' : 'settled'}
      className={`group/card min-w-0 [--surface:var(--surface-raised)] rounded-card border border-hairline bg-raised ${edge}`}
    >
      <div role="presentation" onKeyDown={onKeyDown} onClick={onClick}>
        <header className="flex flex-wrap items-start gap-x-1 py-2 ps-4 pe-2 sm:flex-nowrap">
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 py-1.5 max-sm:contents">
            <span className="min-w-0 font-semibold wrap-anywhere max-sm:flex-1 max-sm:py-1.5">
              {typeof title === 'string' ? <VisibleText text={title} layout="line" /> : title}
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-3 text-second text-secondary tabular-nums max-sm:order-last max-sm:basis-full max-sm:pb-1">
              {status}
            </span>
          </div>
          {actions}
          <IconButton
            label="Collapse"
            title={collapsed ? 'Expand' : 'Collapse'}
            aria-expanded={!collapsed}
            ref={collapseButton}
            onClick={() => onCollapsedChange(!collapsed)}
            icon={<ChevronDown aria-hidden className={collapsed ? '-rotate-90' : ''} />}
          />
        </header>
        {summary}
        {collapsed ? null : <div className="px-4 pb-card">{children}</div>}
      </div>
    </section>
  );
}
