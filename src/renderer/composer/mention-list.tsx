import { useLayoutEffect, useRef } from 'react';
import type { ListboxOption } from '../ui/use-listbox.ts';
import type { Mentions } from './use-mentions.ts';

const gap = 4;

/** The files to mention, above the composer and on top of everything; the field keeps the caret. */
export function MentionList({ files, listbox }: Pick<Mentions, 'files' | 'listbox'>) {
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
      {...listbox.list}
      aria-label="Files"
      popover="manual"
      tabIndex={-1}
      className="fixed m-0 max-h-[min(18rem,45dvh)] overflow-y-auto rounded-card border border-hairline bg-raised p-1 text-ink shadow-menu"
    >
      {files.map((path, index) => (
        <FileOption key={path} option={listbox.option(index)} path={path} />
      ))}
    </div>
  );
}

type FileOptionProps = { option: ListboxOption; path: string };

function FileOption({ option, path }: FileOptionProps) {
  const slash = path.lastIndexOf('/') + 1;
  return (
    <div
      {...option}
      aria-label={path}
      title={path}
      className={
        'hit flex cursor-pointer items-baseline rounded-control border border-transparent px-2.5 py-1 ' +
        'hover:bg-hover aria-selected:border-edge aria-selected:bg-hover ' +
        'forced-colors:aria-selected:border-[Highlight]'
      }
    >
      <span className="min-w-0 truncate text-secondary">{path.slice(0, slash)}</span>
      <span className="max-w-[80%] shrink-0 truncate">{path.slice(slash)}</span>
    </div>
  );
}

/** Over the box that the list stands in, as wide as that. */
function placeAbove(list: HTMLElement, box: HTMLElement): void {
  const { left, top, width } = box.getBoundingClientRect();
  list.style.left = `${left}px`;
  list.style.width = `${width}px`;
  list.style.top = 'auto';
  list.style.bottom = `${innerHeight - top + gap}px`;
}
