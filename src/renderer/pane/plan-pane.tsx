import { useMemo, useRef, useState } from 'react';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { PlanPart } from '../cards/plan/plan-card-kind.ts';
import { PlanReader } from '../cards/plan/plan-reader.tsx';
import type { ReaderHead } from '../cards/review/review-view.tsx';
import type { CardStore } from '../cards/store/card-store.ts';
import { useParleyState } from '../parley-context.tsx';
import { AgentMark, outsideMark } from '../ui/agent-mark.tsx';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { PaneHead } from './pane-head.tsx';
import { versionsBefore } from './plan-versions.ts';

type PlanPaneProps = { workspaceId: WorkspaceId; part: PlanPart; store: CardStore };

/** A plan, or a version of it before: that is only read, and what decides is not in sight meanwhile. */
export function PlanPane({ workspaceId, part, store }: PlanPaneProps) {
  const chat = useParleyState(({ chats }) => chats[workspaceId]);
  const before = useMemo(() => versionsBefore(chat, part), [chat, part]);
  const [chosen, setChosen] = useState<ToolCallId | null>(null);
  const { choose, keepFocus } = useKeptFocus(setChosen);
  const earlier = before.find(({ toolCallId }) => toolCallId === chosen);
  const shown = earlier ?? part;
  const agent = useParleyState(({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.agent.id);
  const asker = part.action.asker === undefined ? agent : outsideMark;
  const head = ({ icon, calling, tools, ...rest }: ReaderHead) => (
    <PaneHead
      {...rest}
      calling={calling}
      icon={calling && asker !== undefined ? <AgentMark of={asker} size={18} /> : icon}
    >
      {before.length === 0 ? null : (
        <Select
          ref={keepFocus}
          aria-label="Version of the plan"
          className="me-1 w-28 @max-[30rem]:w-26"
          value={shown.toolCallId}
          onChange={({ target }) =>
            choose(before.find(({ toolCallId }) => toolCallId === target.value)?.toolCallId ?? null)
          }
        >
          {[part, ...before].map(({ toolCallId }, age) => (
            <option key={toolCallId} value={toolCallId}>
              {versionName(age)}
            </option>
          ))}
        </Select>
      )}
      {tools}
    </PaneHead>
  );
  return (
    <>
      <PlanReader key={shown.toolCallId} part={shown} {...{ store, head }} />
      {earlier === undefined ? null : (
        <footer className="flex min-h-15 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-hairline bg-raised py-2 ps-7 pe-4 text-second text-secondary">
          <p>An earlier version, to read</p>
          <Button onClick={() => choose(null)}>Back to the newest</Button>
        </footer>
      )}
    </>
  );
}

/** Each version has a head of its own: the focus goes on to the field that the choice was made with. */
function useKeptFocus(setChosen: (id: ToolCallId | null) => void) {
  const isDue = useRef(false);
  return {
    choose(id: ToolCallId | null): void {
      isDue.current = true;
      setChosen(id);
    },
    keepFocus(field: HTMLSelectElement | null): void {
      if (field === null || !isDue.current) return;
      isDue.current = false;
      field.focus();
    },
  };
}

/** Versions are counted from the newest: of a long chat the first ones may not be loaded. */
function versionName(age: number): string {
  return age === 0 ? 'Newest' : `${age} before`;
}
