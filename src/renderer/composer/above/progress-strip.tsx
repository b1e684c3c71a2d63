import { Check, ChevronUp, Circle, CircleDot, ListChecks } from 'lucide-react';
import { useId } from 'react';
import { summaryOf } from '../../../shared/transcript/progress-list.ts';
import type { ProgressItem } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type ProgressStripProps = { workspace: Workspace; items: readonly ProgressItem[] };

/** The agent's list of steps over the message, folded to the one it is at; none once it is through with all. */
export function ProgressStrip({ workspace: { id, turn }, items }: ProgressStripProps) {
  const { view } = useParley();
  const key = `progress ${id}`;
  const open = useView(({ opened }) => opened.has(key));
  const listId = useId();
  const summary = summaryOf(items);
  if (summary === null || (summary.over && turn.status !== 'working')) return null;
  const { at, of, text } = summary;
  return (
    <section
      aria-label="Progress"
      className="mx-3 rounded-t-card border border-b-0 border-hairline bg-window text-second"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => toggleOpened(view, key)}
        className="hit flex w-full items-center gap-1.5 rounded-t-card ps-3 pe-2.5 text-start text-secondary hover:text-ink"
      >
        <ListChecks aria-hidden className="me-0.5 size-4 shrink-0" />
        <span className="shrink-0 tabular-nums">
          Step {at} of {of}
        </span>
        <span aria-hidden>·</span>
        <span dir="auto" className="min-w-0 flex-1 truncate" title={text}>
          <VisibleText text={text} layout="line" />
        </span>
        <ChevronUp
          aria-hidden
          className={`size-4 shrink-0 transition-transform duration-(--t-fast) ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {/* Always there, for the button to name it. */}
      <ol id={listId} hidden={!open} className="max-h-[30dvh] overflow-y-auto px-3 pb-2">
        {open && items.map((item, index) => <Step key={index} item={item} />)}
      </ol>
    </section>
  );
}

const words = { pending: 'to do', in_progress: 'in progress', completed: 'done' } as const;
const marks = { pending: Circle, in_progress: CircleDot, completed: Check } as const;
const looks = { pending: 'text-secondary', in_progress: 'text-ink font-medium', completed: 'text-tertiary' };

function Step({ item: { text, status } }: { item: ProgressItem }) {
  const Mark = marks[status];
  return (
    <li
      aria-current={status === 'in_progress' ? 'step' : undefined}
      className={`flex gap-2 py-0.75 ${looks[status]}`}
    >
      <Mark aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        <VisibleText text={text} layout="line" />
        <span className="sr-only">, {words[status]}</span>
      </span>
    </li>
  );
}
