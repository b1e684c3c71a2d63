import { History, Search, Settings2 } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { openPage } from '../../state/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Listbox, useListbox } from '../../ui/use-listbox.ts';
import { agentGroups } from './agent-choices.ts';
import { AgentList } from './agent-list.tsx';
import { AgentOptions } from './agent-options.tsx';
import { QuestionFormat } from './question-format.tsx';
import { useFoundAgents } from '../../settings/agents/use-found-agents.ts';
import { ThinkingLevel } from './thinking-level.tsx';
import { UnconnectedProviders } from './unconnected-providers.tsx';
import { useAllModels } from './use-all-models.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const EarlierSessions = lazyPart(async () => (await import('./earlier-sessions.tsx')).EarlierSessions);

type AgentPickerProps = { workspace: Workspace; onDone(): void };

/** Who works in a chat, or the earlier sessions of the agent that does. */
export function AgentPicker({ workspace, onDone }: AgentPickerProps) {
  const [earlier, setEarlier] = useState(false);
  useResize(onDone);
  if (!earlier) return <Everybody {...{ workspace, onDone }} onEarlier={() => setEarlier(true)} />;
  return (
    <Suspense fallback={<div className="min-h-60" />}>
      <EarlierSessions {...{ workspace, onDone }} onBack={() => setEarlier(false)} />
    </Suspense>
  );
}

/** Everybody who can work in a chat; one press chooses. What is not connected yet is connected right here. */
function Everybody({ workspace, onDone, onEarlier }: AgentPickerProps & { onEarlier(): void }) {
  const { setAgent } = useParley();
  const agents = useParleyState(({ app }) => app?.agents);
  const [query, setQuery] = useState('');
  const models = useAllModels(agents?.providers ?? []);
  const hosted = useFoundAgents();
  const groups = agentGroups({
    providers: agents?.providers ?? [],
    models,
    hosted: hosted === null ? null : hosted.agents,
    current: workspace.agent.id,
    query,
  });
  const choices = groups.flatMap((group) => group.choices);

  function choose(agent: string): void {
    setAgent(workspace.id, agent);
    onDone();
  }

  const listbox = useListbox({
    options: choices.map(({ agent }) => agent),
    query,
    start: 'first',
    choose: (index) => {
      const choice = choices[index];
      if (choice !== undefined) choose(choice.agent);
    },
  });
  if (agents === undefined) return null;
  return (
    <>
      <SearchField {...{ listbox, query }} onType={setQuery} />
      <div className="min-h-0 flex-1 overflow-y-auto p-1">
        <AgentList {...{ groups, listbox }} current={workspace.agent.id} />
        <p role="status" className="px-2.5 py-2 text-second text-secondary empty:hidden">
          {groups.length === 0 && 'No model or agent has this name.'}
        </p>
        <UnconnectedProviders {...{ agents, models }} current={workspace.agent.id} onUse={choose} />
      </div>
      {workspace.agent.thinks && <ThinkingLevel workspace={workspace} />}
      {!workspace.agent.inLoop && <AgentOptions key={workspace.agent.id} workspace={workspace} />}
      <Foot {...{ workspace, onDone, onEarlier }} />
    </>
  );
}

type FootProps = AgentPickerProps & { onEarlier(): void };

function Foot({ workspace, onDone, onEarlier }: FootProps) {
  const { view } = useParley();
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-hairline py-1.5 ps-3 pe-1.5">
      {workspace.agent.inLoop ? (
        <QuestionFormat workspace={workspace} />
      ) : (
        <span className="min-w-0 flex-1">
          <Button look="quiet" className="-ms-2.5" onClick={onEarlier}>
            <History aria-hidden />
            Open an earlier session
          </Button>
        </span>
      )}
      <IconButton
        label="Set up models"
        icon={<Settings2 aria-hidden />}
        onClick={() => {
          onDone();
          openPage(view, { name: 'settings', part: 'models' });
        }}
      />
    </div>
  );
}

/** Calls when the window is drawn to another size: the place of the picker was that of its button before. */
function useResize(onResize: () => void): void {
  const resized = useEffectEvent(onResize);
  useEffect(() => {
    const over = new AbortController();
    window.addEventListener('resize', () => resized(), { signal: over.signal });
    return () => over.abort();
  }, []);
}

type SearchFieldProps = { listbox: Listbox; query: string; onType(query: string): void };

function SearchField({ listbox, query, onType }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // The platform focuses it as it shows what this is in, and so before the next key; that may be shown already.
    input.current?.setAttribute('autofocus', '');
    input.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="flex items-center gap-2 border-b border-hairline ps-3">
      <Search aria-hidden className="size-4 shrink-0 text-tertiary" />
      <input
        ref={input}
        {...listbox.combobox}
        aria-label="Find a model or an agent"
        autoComplete="off"
        spellCheck={false}
        placeholder="Find a model or an agent"
        value={query}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={listbox.onKeyDown}
        className="min-h-11 w-full min-w-0 bg-transparent pe-3 outline-none"
      />
    </div>
  );
}
