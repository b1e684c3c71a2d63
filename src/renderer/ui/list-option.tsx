import type { ReactNode } from 'react';
import type { ListboxOption } from './use-listbox.ts';

type ListOptionProps = {
  option: ListboxOption;
  className?: string;
  children: ReactNode;
};

export function ListOption({ option, className = '', children }: ListOptionProps) {
  return (
    <div
      {...option}
      className={
        'hit flex cursor-pointer items-center rounded-small px-2.5 py-1 hover:bg-hover aria-selected:bg-selected ' +
        `forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2 ${className}`
      }
    >
      {children}
    </div>
  );
}
