import { Check, ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import type { TerminalWay as Way } from '../../../shared/workspace/turn-state.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { SignInKeys } from '../../transcript/sign-in/sign-in-keys.tsx';
import { TerminalWay } from '../../transcript/sign-in/terminal-way.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';
import { useAgentSettings } from '../use-agent-settings.ts';

type AgentProps = { agent: ExternalAgent; onSignedIn(): void };

export function ExternalAgentRow({ agent, onSignedIn }: AgentProps) {
  const { name, version } = agent;
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { problem, save } = useSaving();
  return (
    <li className="group px-4" data-open={open || undefined}>
      <div className="relative flex min-h-[46px] flex-wrap items-center gap-3 py-[7px] before:absolute before:inset-x-0 before:top-0 before:ms-7 before:border-t before:border-hairline group-first:before:hidden">
        <div className="relative flex min-h-8 min-w-0 flex-1 items-center gap-3 pointer-coarse:min-h-11">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-tertiary transition-transform duration-(--t-fast) group-data-open:rotate-90"
          />
          <button
            ref={opener}
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className="min-w-0 truncate text-start font-medium after:absolute after:-inset-x-1 after:inset-y-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            <VisibleText text={name} layout="line" />
            {version !== null && <span className="ms-2 font-normal text-tertiary">{version}</span>}
          </button>
        </div>
        <StateAndWays
          {...{ agent, open, save }}
          onInstall={() => setOpen(true)}
          keepFocus={() => opener.current?.focus()}
        />
        {problem !== null && (
          <div className="basis-full pb-1">
            <ProblemLine>{problem}</ProblemLine>
          </div>
        )}
      </div>
      {open && <Details {...{ id, agent, onSignedIn }} />}
    </li>
  );
}

type WaysProps = {
  agent: ExternalAgent;
  open: boolean;
  save: ReturnType<typeof useSaving>['save'];
  onInstall(): void;
  /** Moves the focus to the row, since the pressed button goes away. */
  keepFocus(): void;
};

function StateAndWays({ agent, open, save, onInstall, keepFocus }: WaysProps) {
  const { name, state, signInChat, byItself } = agent;
  const { setNewAgent } = useAgentSettings();
  const { openWorkspace } = useParley();
  const newAgent = useParleyState(({ app }) => app?.agents.newAgent);
  const isChosen = newAgent?.agent === agent.agent;

  function choose(): void {
    keepFocus();
    void save(setNewAgent(agent.agent));
  }

  function install(): void {
    keepFocus();
    onInstall();
  }

  return (
    <>
      <span className="flex items-center gap-2 text-second text-secondary">
        {state === 'ready' && <Check aria-hidden className="size-3.5 shrink-0 text-tertiary" />}
        {isChosen && state === 'ready' ? 'Starts new chats' : stateText(state)}
      </span>
      {state === 'sign-in' && signInChat !== null && (
        <Button aria-label={`Sign in to ${name}`} onClick={() => openWorkspace(signInChat)}>
          Sign in
        </Button>
      )}
      {state !== 'missing' && !byItself && !isChosen && newAgent?.source !== 'environment' && (
        <Button onClick={choose}>Use for new chats</Button>
      )}
      {state === 'missing' && !open && <Button onClick={install}>Install</Button>}
    </>
  );
}

export function stateText(state: ExternalAgent['state']): string {
  switch (state) {
    case 'ready':
      return 'Ready';
    case 'sign-in':
      return 'Not signed in';
    case 'missing':
      return 'Not installed';
  }
}

function Details({ id, agent, onSignedIn }: AgentProps & { id: string }) {
  const { name, state, command, variables, install, signIn, byItself } = agent;
  return (
    <div id={id} className="flex flex-col gap-2 ps-7 pb-3 text-second text-secondary">
      {byItself && (
        <p>{`${name} changes files of a git repository without asking, so new chats never start with it. Choose it chat by chat.`}</p>
      )}
      {install !== null && (
        <>
          <p>{`Run this in a terminal, then open this page again. It installs ${name} for Parley alone.`}</p>
          <CommandText text={install} name={`the command that installs ${name}`} />
        </>
      )}
      {state !== 'missing' && signIn !== null && (
        <p className="wrap-anywhere">
          {state === 'sign-in' ? `You need to sign in. ${signIn}` : `To sign in: ${signIn}`}
        </p>
      )}
      <AgentTerminals {...{ agent, onSignedIn }} />
      <AgentKeys agent={agent} />
      {command !== null && (
        <>
          <p>Runs in the chat’s folder, with your rights, as</p>
          <CommandText text={command} name={`the command of ${name}`} />
        </>
      )}
      {variables.length > 0 && (
        <p className="wrap-anywhere">
          Sees your environment, with its own keys only:{' '}
          <VisibleText text={variables.join(', ')} layout="line" />
        </p>
      )}
    </div>
  );
}

/** The keys that were entered for an agent, by name only, and the fields for those that it wants. */
function AgentKeys({ agent: { agent, name, keys, keyWays, signInChat } }: { agent: ExternalAgent }) {
  const { companion, openWorkspace } = useParley();
  const { problem, save } = useSaving();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const left = keys.filter((variable) => !removed.includes(variable));

  async function remove(variable: string): Promise<void> {
    const call = companion.client.agents.removeKey({ agent, variable });
    const failed = await save(call.then(() => null, failureText));
    if (failed === null) setRemoved((before) => [...before, variable]);
  }

  return (
    <>
      {left.length > 0 && (
        <ul aria-label={visibleText(`Keys of ${name}`, 'line')} className="flex flex-col gap-1">
          {left.map((variable) => (
            <li key={variable} className="flex flex-wrap items-center gap-x-3">
              <code className="min-w-0 font-mono text-code wrap-anywhere text-ink">{variable}</code>
              <span className="flex-1">Set</span>
              <Button
                look="quiet"
                className="text-danger!"
                aria-label={`Remove ${variable}`}
                onClick={() => void remove(variable)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {signInChat !== null &&
        keyWays.map((way) => (
          <SignInKeys
            key={way.id}
            workspaceId={signInChat}
            way={way}
            onSent={() => openWorkspace(signInChat)}
          />
        ))}
    </>
  );
}

type AgentTerminalsProps = { agent: ExternalAgent; onSignedIn(): void };

/** The ways to sign in by a program in a terminal. They stay in sight after it has ended. */
function AgentTerminals({ agent: { agent, name, terminalWays }, onSignedIn }: AgentTerminalsProps) {
  const [done, setDone] = useState<Way | null>(null);
  const ways = terminalWays.length === 0 && done !== null ? [done] : terminalWays;
  return ways.map((way) => (
    <TerminalWay
      key={way.id ?? way.command}
      of={{ type: 'agent', agent }}
      way={way}
      agent={name}
      after="write your next message"
      next={`A chat in which ${name} waits for this then goes on.`}
      onSignedIn={() => {
        setDone(way);
        onSignedIn();
      }}
    />
  ));
}
