import { ChevronRight } from 'lucide-react';
import type { MessageId } from '../../../shared/ids.ts';
import type { MessageCommand } from '../../../shared/transcript/transcript.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The origin of a slash command's text, and on demand what the agent reads in its place. */
export function SentAs({ id, command }: { id: MessageId; command: MessageCommand }) {
  const { view } = useParley();
  const key = `command ${id}`;
  const open = useView(({ opened }) => opened.has(key));
  return (
    <div className="mt-1 flex max-w-[82%] flex-col items-end gap-1 text-second text-secondary">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => toggleOpened(view, key)}
        className="hit inline-flex max-w-full items-center gap-1 rounded-control px-1.5 hover:bg-hover hover:text-ink"
      >
        <ChevronRight aria-hidden className={`size-3.5 shrink-0 ${open ? 'rotate-90' : ''}`} />
        <span className="min-w-0 truncate">
          From <VisibleText text={command.source} layout="line" />
        </span>
      </button>
      {open && (
        <p
          dir="auto"
          className="w-full rounded-card bg-well px-3.5 py-2.25 whitespace-pre-wrap wrap-anywhere"
        >
          <VisibleText text={command.text} />
        </p>
      )}
    </div>
  );
}
