import { Check, ChevronRight, History, Search, Settings2 } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Agents, ProviderId } from '../../../shared/providers/provider.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { openPage } from '../../state/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListOption } from '../../ui/list-option.tsx';
import { type Listbox, useListbox } from '../../ui/use-listbox.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type AgentGroup, agentGroups, isConnected, type ModelsByProvider } from './agent-choices.ts';
import { AgentOptions } from './agent-options.tsx';
import { KeyForm } from './key-form.tsx';
import { QuestionFormat } from './question-format.tsx';
import { useFoundAgents } from '../../settings/use-found-agents.ts';
import { ThinkingLevel } from './thinking-level.tsx';
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
        <Connecting {...{ agents, models }} current={workspace.agent.id} onUse={choose} />
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

type AgentListProps = { groups: readonly AgentGroup[]; listbox: Listbox; current: string };

function AgentList({ groups, listbox, current }: AgentListProps) {
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

type ConnectingProps = {
  agents: Agents;
  models: ModelsByProvider;
  current: string;
  onUse(agent: string): void;
};

/** Providers that lack a key or an address, each with a field for it. */
function Connecting({ agents, models, current, onUse }: ConnectingProps) {
  const [open, setOpen] = useState<ProviderId | null>(null);
  const listed = agents.providers.filter(
    (provider) => provider.id === open || !isConnected(provider, models, current),
  );
  if (listed.length === 0) return null;
  return (
    <div role="group" aria-label="Not connected" className="mt-1.5 border-t border-hairline pt-1">
      <div aria-hidden className="px-2.5 pt-1.5 pb-1 text-small text-tertiary">
        Not connected
      </div>
      {listed.map((provider) => (
        <div key={provider.id}>
          <button
            type="button"
            aria-expanded={open === provider.id}
            onClick={() => setOpen(open === provider.id ? null : provider.id)}
            className="hit flex w-full items-center gap-2 rounded-small px-2.5 py-1 text-start hover:bg-hover"
          >
            <span className="flex-1">{provider.name}</span>
            <span className="text-second text-secondary">
              {provider.needsKey === 'yes' ? 'Add a key' : 'Add an address'}
            </span>
            <ChevronRight
              aria-hidden
              className={`size-3.5 text-tertiary ${open === provider.id ? 'rotate-90' : ''}`}
            />
          </button>
          {open === provider.id && <KeyForm provider={provider} newAgent={agents.newAgent} onUse={onUse} />}
        </div>
      ))}
    </div>
  );
}
