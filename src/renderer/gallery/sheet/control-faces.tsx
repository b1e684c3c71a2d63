import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const modes = [
  { value: 'plan', label: 'Plan' },
  { value: 'exec', label: 'Edit' },
] as const;

/** Fields in which something is chosen, typed and marked. */
export function ControlFaces() {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-1 *:min-h-10">
      <Controls name="Choice">
        <Segmented label="Mode" choices={modes} value="plan" onChoose={() => {}} />
      </Controls>
      <Controls name="Field">
        <TextInput aria-label="Reason" placeholder="Reason" className="max-w-30" />
        <TextInput aria-label="Note" defaultValue="Too large" data-face="focus" className="max-w-30" />
      </Controls>
      <Controls name="Marks">
        <Mark words="Needs you">
          <span className="size-2 rounded-round bg-accent-mark" />
        </Mark>
        <Mark words="Working">
          <span className="activity-ring size-3 rounded-round border-2 border-edge" />
        </Mark>
        <Mark words="Unread">
          <span className="size-1.5 rounded-round bg-secondary" />
        </Mark>
        <span className="inline-flex items-center gap-2 text-danger">
          <TriangleAlert aria-hidden className="size-3.5" />
          Failed
        </span>
      </Controls>
      <Controls name="Badges">
        <span className="inline-flex h-4.5 items-center rounded-small bg-selected px-1.5 text-small leading-none font-medium text-secondary">
          Recommended
        </span>
        <span className="inline-grid size-4.5 place-items-center rounded-round bg-accent text-small leading-none font-semibold text-on-accent">
          3
        </span>
        <Check aria-hidden className="size-4" />
      </Controls>
    </div>
  );
}

function Controls({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="flex items-center text-small text-tertiary">{name}</span>
      <span className="flex flex-wrap items-center gap-4 text-second">{children}</span>
    </>
  );
}

function Mark({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      {children}
      {words}
    </span>
  );
}
