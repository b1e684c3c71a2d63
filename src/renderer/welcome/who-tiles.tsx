import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { folderName } from '../../shared/files/folder-name.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { AgentInstall } from '../../shared/providers/agent-install.ts';
import type { ExternalAgent } from '../../shared/providers/external-agent.ts';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { installText } from '../settings/agents/install-agent.tsx';
import { useFoundAgents, useInstall } from '../settings/agents/use-found-agents.ts';
import { useAgentSettings } from '../settings/use-agent-settings.ts';
import { openPage, type SettingsPart } from '../state/view-store.ts';
import { AgentMark } from '../ui/agent-mark.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { Opening } from './use-opening.ts';

/** The tiles of agents that are shown even where fewer are on this machine. */
const shownAgents = 3;

/** Who can work in chats, each with its state and one press to begin. */
export function WhoTiles({ opening }: { opening: Opening }) {
  const titleId = useId();
  const agents = useFoundAgents()?.agents;
  const showSettings = useShowSettings();
  const here = agents?.filter(({ state }) => state !== 'missing') ?? [];
  const missing = agents?.filter(({ state }) => state === 'missing') ?? [];
  const shown = [...here, ...missing.slice(0, Math.max(0, shownAgents - here.length))];
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-x-2.5">
        <h3 id={titleId} className="text-second font-medium text-secondary">
          Who should work with you?
        </h3>
        <p className="text-second text-tertiary">You can change this in every chat</p>
        {missing.length > 0 && (
          <Button look="quiet" className="ms-auto -me-2.5" onClick={() => showSettings('agents')}>
            More agents
          </Button>
        )}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(12.5rem,100%),1fr))] gap-3">
        <GuideTile opening={opening} />
        {agents === undefined
          ? Array.from({ length: shownAgents }, (_, index) => (
              <li key={index} className="min-h-32" aria-hidden />
            ))
          : shown.map((agent) => <AgentTile key={agent.agent} agent={agent} opening={opening} />)}
        <ModelTile />
      </ul>
    </section>
  );
}

function useShowSettings(): (part: SettingsPart) => void {
  const { view } = useParley();
  return (part) => openPage(view, { name: 'settings', part });
}

function GuideTile({ opening }: { opening: Opening }) {
  const { showGuide } = useParley();
  const folder = useParleyState(({ app }) => app?.about.suggestedFolder ?? '');
  return (
    <Tile
      marks={<AgentMark of="guide" size={28} />}
      name="Guide"
      state="Offline"
      busy={opening.busy}
      onChoose={() => void opening.start(() => showGuide(folder))}
    >
      No account. Asks about{' '}
      <span className="wrap-anywhere" title={visibleText(folder, 'line')}>
        <VisibleText text={folderName(folder)} layout="line" />
      </span>
      , plans, and makes one small change.
    </Tile>
  );
}

type AgentTileProps = { agent: ExternalAgent; opening: Opening };

function AgentTile({ agent: found, opening }: AgentTileProps) {
  const { agent, name, byItself, signInChat } = found;
  const { companion, createWorkspace, openWorkspace } = useParley();
  const { setNewAgent } = useAgentSettings();
  const showSettings = useShowSettings();
  const folder = useParleyState(({ app }) => app?.about.suggestedFolder ?? '');
  const install = useInstall(agent);

  /** Begins a chat with it, and has it work in the next ones too, unless it acts unasked. */
  async function begin(): Promise<string | null> {
    return (byItself ? null : await setNewAgent(agent)) ?? createWorkspace(folder, agent);
  }

  function choose(): void {
    switch (found.state) {
      case 'ready':
        return void opening.start(begin);
      case 'sign-in':
        return signInChat === null ? showSettings('agents') : openWorkspace(signInChat);
      case 'missing':
        if (install !== undefined) return showSettings('agents');
        return void companion.client.agents.install({ agent }).catch((error: unknown) => {
          opening.fail(failureText(error));
        });
    }
  }

  return (
    <Tile
      marks={<AgentMark of={agent} size={28} />}
      name={name}
      state={tileState(found, install)}
      isReady={found.state === 'ready'}
      busy={opening.busy}
      onChoose={choose}
    >
      {aboutTile(found, install)}
    </Tile>
  );
}

function tileState({ state }: ExternalAgent, install: AgentInstall | undefined): string {
  switch (state) {
    case 'ready':
      return 'Ready';
    case 'sign-in':
      return 'Sign in';
    case 'missing':
      if (install === undefined) return 'Install';
      return install.state.type === 'failed' ? 'Failed' : 'Installing';
  }
}

function aboutTile({ state, version }: ExternalAgent, install: AgentInstall | undefined): string {
  switch (state) {
    case 'ready':
      return version === null ? 'Found here.' : `Found here. Version ${version}`;
    case 'sign-in':
      return 'Found here. Needs your account or a key.';
    case 'missing':
      if (install === undefined) return 'Not on this machine yet. Parley gets it with npm.';
      return install.state.type === 'failed' ? `${install.state.what} See what to do.` : installText(install);
  }
}

const shownProviders = ['anthropic', 'openai', 'google', 'ollama'] as const;

function ModelTile() {
  const showSettings = useShowSettings();
  const marks = shownProviders.map((provider) => <AgentMark key={provider} of={provider} size={20} />);
  return (
    <Tile marks={marks} name="A model by key" onChoose={() => showSettings('models')}>
      Claude, OpenAI, Gemini, or Ollama on this machine.
    </Tile>
  );
}

type TileProps = {
  marks: ReactNode;
  name: string;
  state?: string;
  isReady?: boolean;
  busy?: boolean;
  onChoose(): void;
  children: ReactNode;
};

function Tile({ marks, name, state, isReady = false, busy = false, onChoose, children }: TileProps) {
  const id = useId();
  return (
    <li className="relative flex min-h-32 flex-col rounded-card border border-hairline bg-raised p-3.5 hover:border-edge hover:tint-hover">
      <span className="mb-2 flex h-7.5 items-center gap-1.5">
        {marks}
        {state !== undefined && (
          <span
            id={id}
            className={`ms-auto inline-flex h-5 items-center gap-1 rounded-small px-1.75 text-small font-medium ${isReady ? 'bg-yes-wash text-yes' : 'bg-selected text-secondary'}`}
          >
            {isReady && <Check aria-hidden className="size-3.25" />}
            {state}
          </span>
        )}
      </span>
      {/* Its press reaches over the whole tile. */}
      <button
        type="button"
        aria-disabled={busy}
        aria-describedby={state === undefined ? undefined : id}
        onClick={onChoose}
        className="text-start font-semibold after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
      >
        <VisibleText text={name} layout="line" />
      </button>
      <p className="text-second text-pretty text-secondary wrap-anywhere">{children}</p>
    </li>
  );
}
