import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Listbox, ListboxOption } from '../../ui/use-listbox.ts';

const gap = 4;

type FieldListProps = {
  label: string;
  list: Listbox['list'];
  /** Shown under the options. */
  foot?: string | undefined;
  children: ReactNode;
};

/** A list of choices above the composer; the field keeps the caret. */
export function FieldList({ label, list: listbox, foot, children }: FieldListProps) {
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    element.showPopover();
    const box = element.parentElement ?? element;
    placeAbove(element, box);
    const moved = new ResizeObserver(() => placeAbove(element, box));
    for (const moves of [box, document.documentElement]) moved.observe(moves);
    return () => moved.disconnect();
  }, []);

  return (
    <div
      ref={list}
      {...listbox}
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      className="fixed m-0 max-h-[min(18rem,45dvh)] overflow-y-auto rounded-card border border-hairline bg-raised p-1 text-ink shadow-menu"
    >
      {children}
      {foot !== undefined && (
        // Outside the listbox, which may hold options only.
        <p
          aria-hidden
          className="sticky -bottom-1 -mx-1 -mb-1 border-t border-hairline bg-raised px-3.5 py-1.5 text-small text-secondary"
        >
          {foot}
        </p>
      )}
    </div>
  );
}

/** Places the list over the box it stands in, with the same width. */
function placeAbove(list: HTMLElement, box: HTMLElement): void {
  const { left, top, width } = box.getBoundingClientRect();
  list.style.left = `${left}px`;
  list.style.width = `${width}px`;
  list.style.top = 'auto';
  list.style.bottom = `${innerHeight - top + gap}px`;
}

type FieldListOptionProps = {
  option: ListboxOption;
  /** The accessible name, where it is not the content. */
  name?: string;
  title: string;
  children: ReactNode;
};

export function FieldListOption({ option, name, title, children }: FieldListOptionProps) {
  return (
    <div
      {...option}
      {...(name === undefined ? {} : { 'aria-label': name })}
      title={title}
      className={
        'hit flex cursor-pointer items-baseline rounded-control border border-transparent px-2.5 py-1 ' +
        'hover:bg-hover aria-selected:border-edge aria-selected:bg-hover ' +
        'forced-colors:aria-selected:border-[Highlight]'
      }
    >
      {children}
    </div>
  );
}
