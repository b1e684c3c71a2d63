import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

type CardFrameProps = {
  /** The region's whole accessible name. */
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
  /** What is to be seen also while the card is collapsed. */
  summary?: ReactNode;
  children: ReactNode;
};

/** The face every card shares: border, accent edge while it waits, header in one row. */
export function CardFrame({ name, toolCallId, title, status, waiting, calling, ...rest }: CardFrameProps) {
  const { collapsed, onCollapsedChange, collapseButton, actions, onKeyDown, onClick, summary, children } =
    rest;
  const edge = calling ? 'border-s-3 border-s-accent' : '';
  return (
    <section
      aria-label={name}
      data-tool-call-id={toolCallId}
      data-state={waiting ? 'waiting' : 'settled'}
      className={`group/card min-w-0 [--surface:var(--paper-raised)] rounded-card border border-hairline bg-raised ${edge}`}
    >
      <div role="presentation" onKeyDown={onKeyDown} onClick={onClick}>
        <header className="flex flex-wrap items-start gap-x-1 py-2 ps-4 pe-2 lg:flex-nowrap">
          <span className="min-w-0 flex-1 py-1.5 font-semibold wrap-anywhere lg:flex-initial">{title}</span>
          <span className="order-last flex min-w-0 basis-full flex-wrap gap-x-3 pb-1 text-minor leading-[1.5rem] text-secondary tabular-nums lg:order-none lg:ms-2 lg:flex-1 lg:basis-auto lg:py-1.5">
            {status}
          </span>
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
