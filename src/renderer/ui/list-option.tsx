import type { ReactNode } from 'react';

type ListOptionProps = {
  id: string;
  selected: boolean;
  onChoose(): void;
  className?: string;
  children: ReactNode;
};

/** An option under a field that keeps the caret; the field's keys move through the options. */
export function ListOption({ id, selected, onChoose, className = '', children }: ListOptionProps) {
  return (
    <div
      ref={(option) => {
        if (selected) option?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className={
        'hit flex cursor-pointer items-center rounded-inset px-2.5 py-1 hover:bg-hover aria-selected:bg-active ' +
        `forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2 ${className}`
      }
    >
      {children}
    </div>
  );
}
