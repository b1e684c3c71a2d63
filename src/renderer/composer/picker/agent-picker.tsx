import { Check, History, Search, Settings2 } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { providerNames } from '../../../shared/providers/provider-names.ts';
import type { AgentAccount } from '../../../shared/providers/external-agent.ts';
import type { ProviderId, ProviderInfo } from '../../../shared/providers/provider.ts';
import type { Thinking, Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { useFoundAgents } from '../../settings/agents/use-found-agents.ts';
import { useAgentSettings } from '../../settings/use-agent-settings.ts';
import { openPage } from '../../state/view-store.ts';
import { AccountText } from '../../ui/account-text.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ListOption } from '../../ui/list-option.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type Listbox, useListbox } from '../../ui/use-listbox.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type AgentGroup, agentGroups, missingAgents, type ModelsByProvider } from './agent-choices.ts';
import { AgentOptions } from './agent-options.tsx';
import { MissingAgents } from './missing-agents.tsx';
import { UnconnectedProviders } from './connect-provider.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const EarlierSessions = lazyPart(async () => (await import('./earlier-sessions.tsx')).EarlierSessions);

type AgentPickerProps = { workspace: Workspace; onDone(): void };

/** The models and agents of a chat, or the earlier sessions of its agent. */
export function AgentPicker({ workspace, onDone }: AgentPickerProps) {
  const [earlier, setEarlier] = useState(false);
  useResize(onDone);
  if (!earlier) return <Everybody {...{ workspace, onDone }} onEarlier={() => setEarlier(true)} />;
  return (
    <PartBoundary fallback={<div className="min-h-60" />}>
      <EarlierSessions {...{ workspace, onDone }} onBack={() => setEarlier(false)} />
    </PartBoundary>
  );
}

/** All models and agents; one press chooses. A provider that is not connected can be connected right here. */
function Everybody({ workspace, onDone, onEarlier }: AgentPickerProps & { onEarlier(): void }) {
  const { setAgent } = useParley();
  const agents = useParleyState(({ app }) => app?.agents);
  const [query, setQuery] = useState('');
  const models = useAllModels(agents?.providers ?? []);
  const external = useFoundAgents();
  const waited = useWaited();
  const groups = agentGroups({
    providers: agents?.providers ?? [],
    models,
    external: external === null ? null : external.agents,
    current: workspace.agent.id,
    query,
  });
  const missing = missingAgents(external?.agents ?? [], query);
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
      {external === null && !waited && <span hidden data-awaits />}
      <div className="min-h-0 flex-1 overflow-y-auto p-1">
        <AgentList {...{ groups, listbox }} current={workspace.agent.id} />
        <p role="status" className="px-2.5 py-2 text-second text-secondary empty:hidden">
          {groups.length === 0 && missing.length === 0 && 'No model or agent has this name.'}
        </p>
        <MissingAgents agents={missing} />
        <UnconnectedProviders {...{ agents, models }} current={workspace.agent.id} onUse={choose} />
      </div>
      {workspace.agent.thinks && <ThinkingLevel workspace={workspace} />}
      <SignedInLine account={external?.agents.find(({ agent }) => agent === workspace.agent.id)?.account} />
      {!workspace.agent.inLoop && <AgentOptions key={workspace.agent.id} workspace={workspace} />}
      <Foot {...{ workspace, onDone, onEarlier }} />
    </>
  );
}

/** How long the picker waits for the agents of this machine, in milliseconds, so as to come whole. */
const patience = 600;

/** Returns true once the picker has waited. */
function useWaited(): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return waited;
}

/** Who is signed in to the chat's agent, where it says so. */
function SignedInLine({ account }: { account: AgentAccount | null | undefined }) {
  if (account === null || account === undefined) return null;
  return (
    <p className="border-t border-hairline px-3 py-2 text-second text-secondary wrap-anywhere">
      Signed in: <AccountText account={account} />
    </p>
  );
}

type FootProps = AgentPickerProps & { onEarlier(): void };

function Foot({ workspace, onDone, onEarlier }: FootProps) {
  const { view } = useParley();
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-hairline py-1.5 ps-3 pe-1.5">
      <span className="min-w-0 flex-1">
        {!workspace.agent.inLoop && (
          <Button look="quiet" className="-ms-2.5" onClick={onEarlier}>
            <History aria-hidden />
            Open an earlier session
          </Button>
        )}
      </span>
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

/** Calls back when the window is resized, after which the picker no longer stands at its button. */
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
    // The platform focuses it when it shows the popover, before the next key; it may be shown already.
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
              <AgentMark of={agent} size={14} />
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

/** Asks every connected provider for its models, and again when one was set up anew. */
function useAllModels(providers: readonly ProviderInfo[]): ModelsByProvider {
  const { checkProvider } = useAgentSettings();
  const [found, setFound] = useState<ModelsByProvider>({});
  const ready = providers.filter((provider) => provider.ready);
  const setup = ready.map(({ id, key, address }) => `${id} ${key.source} ${address.value}`).join('\n');
  const asked = useMemo(() => setup.split('\n').flatMap(idOf), [setup]);
  useEffect(() => {
    let active = true;
    for (const id of asked) {
      void checkProvider(id).then((check) => {
        if (!active) return;
        const models = check.ok
          ? ({ status: 'known', models: check.models.map(({ id: model }) => model) } as const)
          : ({ status: 'failed', problem: check.problem } as const);
        setFound((others) => ({ ...others, [id]: models }));
      });
    }
    return () => {
      active = false;
    };
  }, [asked, checkProvider]);
  return found;
}

function idOf(setup: string): ProviderId[] {
  const id = setup.split(' ', 1)[0];
  return isProviderId(id) ? [id] : [];
}

function isProviderId(id: string | undefined): id is ProviderId {
  return id !== undefined && id in providerNames;
}

const levels = [
  { value: 'off', label: 'Off' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const;

/**
 * How much the model thinks, from the next request on. A choice shows at once, so that arrow keys can follow one
 * another faster than it is stored.
 */
function ThinkingLevel({ workspace: { id, thinking } }: { workspace: Workspace }) {
  const { setThinking } = useParley();
  const [wish, setWish] = useState<{ level: Thinking } | null>(null);

  async function choose(level: Thinking): Promise<void> {
    const own = { level };
    setWish(own);
    if (!(await setThinking(id, level))) setWish((latest) => (latest === own ? null : latest));
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-hairline py-1.5 ps-3 pe-1.5 text-second text-secondary">
      <span aria-hidden>Thinking</span>
      <Segmented
        label="Thinking"
        choices={levels}
        value={wish?.level ?? thinking}
        onChoose={(level) => void choose(level)}
      />
    </div>
  );
}
