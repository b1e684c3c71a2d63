import { useId, useState } from 'react';
import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { openPage } from '../../state/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { stateText } from './external-agent-row.tsx';
import { useAgentSettings } from '../use-agent-settings.ts';

type FoundAgentsProps = {
  agents: readonly ExternalAgent[];
  busy: boolean;
  /** Begins a chat; `open` resolves to a problem for the person, or to null. */
  onTry(open: () => Promise<string | null>): void;
};

export function FoundAgents({ agents, busy, onTry }: FoundAgentsProps) {
  const { view, createWorkspace } = useParley();
  const { setNewAgent } = useAgentSettings();
  const folder = useParleyState(({ app }) => app?.about.suggestedFolder ?? '');
  const rank = ({ state }: ExternalAgent) => (state === 'missing' ? 1 : 0);

  /** Makes the agent that of new chats, and begins one in the suggested folder. */
  async function open(agent: string): Promise<string | null> {
    return (await setNewAgent(agent)) ?? createWorkspace(folder);
  }

  return (
    <>
      <ul aria-label="Agents" className="overflow-clip rounded-card border border-hairline bg-raised">
        {agents
          .toSorted((a, b) => rank(a) - rank(b))
          .map((agent) => (
            <AgentRow key={agent.agent} {...{ agent, busy }} onTry={() => onTry(() => open(agent.agent))} />
          ))}
      </ul>
      <Button
        look="quiet"
        className="mt-1.5"
        onClick={() => openPage(view, { name: 'settings', part: 'agents' })}
      >
        More in Settings
      </Button>
    </>
  );
}

type AgentRowProps = { agent: ExternalAgent; busy: boolean; onTry(): void };

function AgentRow({ agent, busy, onTry }: AgentRowProps) {
  const { name, state, version, install, signIn, signInChat } = agent;
  const { openWorkspace } = useParley();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li className="group px-4">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 border-t border-hairline py-1 group-first:border-transparent">
        <span className="min-w-0 flex-1 truncate font-medium">
          <VisibleText text={name} layout="line" />
          {version !== null && <span className="ms-2 font-normal text-tertiary">{version}</span>}
        </span>
        <span className="text-second text-secondary">{stateText(state)}</span>
        {signInChat !== null && (
          <Button aria-label={`Sign in to ${name}`} onClick={() => openWorkspace(signInChat)}>
            Sign in
          </Button>
        )}
        {state === 'missing' ? (
          <Button
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={`Install ${name}`}
            onClick={() => setOpen(!open)}
          >
            Install
          </Button>
        ) : (
          <Button aria-disabled={busy} aria-label={`Try it with ${name}`} onClick={onTry}>
            Try it
          </Button>
        )}
      </div>
      {state === 'sign-in' && signIn !== null && (
        <p className="pb-2.5 text-second text-secondary wrap-anywhere">{signIn}</p>
      )}
      {open && install !== null && (
        <div id={id} className="flex flex-col gap-2 pb-3 text-second text-secondary">
          <p>Run this in a terminal, then open this page again.</p>
          <CommandText text={install} name={`the command that installs ${name}`} />
        </div>
      )}
    </li>
  );
}
