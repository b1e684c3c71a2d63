import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { InlineCode } from '../../ui/inline-code.tsx';

type DisclosureLineProps = {
  id: string;
  /** Backquoted parts are shown as code. */
  text: string;
  /** Shown after the text. */
  remark?: ReactNode;
  children: () => ReactNode;
};

/** A quiet line that opens to more; its state outlives the row. */
export function DisclosureLine({ id, text, remark, children }: DisclosureLineProps) {
  const { view } = useParley();
  const open = useView(({ opened }) => opened.has(id));
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => toggleOpened(view, id)}
        className={
          'hit -ms-2 -mt-2 flex w-fit max-w-full items-center gap-1.5 rounded-control px-2 text-start text-tertiary ' +
          `text-second transition-colors duration-(--t-fast) hover:bg-hover hover:text-ink ${open ? '' : '-mb-2'}`
        }
      >
        <span className="min-w-0 truncate">
          <InlineCode text={text} />
          {remark}
        </span>
        {/* Another mark for other words: nothing moves as they grow. */}
        <ChevronRight
          key={text}
          aria-hidden
          className={`size-3.5 shrink-0 transition-transform duration-(--t-fast) ${open ? 'rotate-90' : ''}`}
        />
      </button>
      {open && <div className="mt-1 border-s border-hairline ps-4">{children()}</div>}
    </div>
  );
}
