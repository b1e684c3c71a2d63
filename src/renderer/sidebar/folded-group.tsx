import { ChevronRight, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

type FoldedGroupProps = { label: string; icon?: ReactNode; count: number; children: ReactNode };

/** The archived chats, folded until they are looked for. */
export function FoldedGroup({ label, icon = <EyeOff aria-hidden />, count, children }: FoldedGroupProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <section aria-label={label}>
      <h2 className="mt-2 text-second text-tertiary">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
          className="hit flex w-full items-center gap-2.5 rounded-control px-2.5 text-start hover:bg-hover hover:text-ink focus-visible:-outline-offset-4 [&_svg]:size-4"
        >
          {icon}
          {label}
          <span className="text-small tabular-nums">{count}</span>
          <ChevronRight aria-hidden className={`ms-auto me-1 size-3.5! ${open ? 'rotate-90' : ''}`} />
        </button>
      </h2>
      <div id={listId}>{open && children}</div>
    </section>
  );
}
