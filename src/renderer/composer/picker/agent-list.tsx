import { Check } from 'lucide-react';
import { ListOption } from '../../ui/list-option.tsx';
import type { Listbox } from '../../ui/use-listbox.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { AgentGroup } from './agent-choices.ts';

type AgentListProps = { groups: readonly AgentGroup[]; listbox: Listbox; current: string };

/** The models and agents that can work in a chat, in groups. */
export function AgentList({ groups, listbox, current }: AgentListProps) {
  let index = 0;
  return (
    <div {...listbox.list} aria-label="Models and agents" className="empty:hidden">
      {groups.map(({ name, choices, note }) => (
        <div key={name} role="group" aria-label={name}>
          <div aria-hidden className="px-2.5 pt-2.5 pb-1 text-small text-tertiary">
            {name}
          </div>
          {choices.map(({ agent, label }) => (
            <ListOption key={agent} option={listbox.option(index++)} className="gap-2">
              <span className="min-w-0 flex-1 truncate">
                <VisibleText text={label} layout="line" />
              </span>
              {agent === current && (
                <>
                  <Check aria-hidden className="size-4 shrink-0" />
                  <span className="sr-only">, works here now</span>
                </>
              )}
            </ListOption>
          ))}
          {note !== null && (
            <div className="px-2.5 pb-1.5 text-second text-secondary wrap-anywhere">{note}</div>
          )}
        </div>
      ))}
    </div>
  );
}
