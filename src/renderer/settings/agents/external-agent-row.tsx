import { ChevronRight } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import type { TerminalWay as Way } from '../../../shared/workspace/turn-state.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { TerminalWay } from '../../transcript/sign-in/terminal-way.tsx';
import { AccountText } from '../../ui/account-text.tsx';
import { ActivityMark } from '../../ui/activity-mark.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';
import { useAgentSettings } from '../use-agent-settings.ts';
import { AgentKeys } from './agent-keys.tsx';
import { InstallButton, InstallFailure, InstallLines, installText } from './install-agent.tsx';
import { useInstall } from './use-found-agents.ts';

type AgentProps = {
  agent: ExternalAgent;
  /** Called when its person may have signed in or out, or changed a key. */
  onChanged(): void;
};

/** An agent with its state and the next step with it; opens to how it is started and signed in to. */
export function ExternalAgentRow({ agent, onChanged }: AgentProps) {
  const { name, version } = agent;
  const install = useInstall(agent.agent);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  const { problem, save } = useSaving();
  const keepFocus = () => opener.current?.focus();
  return (
    <li ref={row} className="group px-4" data-open={open || undefined}>
      <div className="relative flex min-h-(--setting-of-two) flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 before:absolute before:inset-x-0 before:top-0 before:ms-11 before:border-t before:border-hairline group-first:before:hidden">
        <div className="relative flex min-w-40 flex-1 items-center gap-3">
          <AgentMark of={agent.agent} size={32} />
          <div className="min-w-0">
            <button
              ref={opener}
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
              className="flex max-w-full items-center gap-2 text-start font-medium after:absolute after:-inset-x-1 after:inset-y-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              <span className="min-w-0 truncate">
                <VisibleText text={name} layout="line" />
                {version !== null && <span className="ms-2 font-normal text-tertiary">{version}</span>}
              </span>
              <ChevronRight
                aria-hidden
                className="size-3.5 shrink-0 text-tertiary transition-transform duration-(--t-fast) group-data-open:rotate-90"
              />
            </button>
            <StateLine agent={agent} install={install} />
          </div>
        </div>
        <NextSteps
          {...{ agent, install, save, keepFocus }}
          onSignIn={() => setOpen(true)}
          onUseKey={() => openAtKey(row, () => setOpen(true))}
        />
        {problem !== null && (
          <div className="basis-full pb-1">
            <ProblemLine>{problem}</ProblemLine>
          </div>
        )}
      </div>
      {install?.state.type === 'failed' && (
        <div className="ps-11 pb-3">
          <InstallFailure install={install} name={name} />
        </div>
      )}
      {open && <Details {...{ id, agent, install, onChanged }} />}
    </li>
  );
}

/** Opens a row, and moves the focus to its first field for a key. */
function openAtKey(row: RefObject<HTMLElement | null>, open: () => void): void {
  flushSync(open);
  row.current?.querySelector<HTMLElement>('form input[type=password]')?.focus();
}

type StateProps = { agent: ExternalAgent; install: AgentInstall | undefined };

function StateLine({ agent: { agent, state, account, install: missing }, install }: StateProps) {
  const isChosen = useParleyState(({ app }) => app?.agents.newAgent.agent === agent);
  const isInstalling = install !== undefined && install.state.type !== 'failed';
  return (
    <p role="status" className="flex items-center gap-2 text-second text-secondary">
      {isInstalling ? <ActivityMark /> : state !== 'missing' && <Lamp state={state} />}
      <span className="min-w-0 wrap-anywhere tabular-nums">
        {install === undefined ? stateText(state) : installText(install)}
        {account !== null && ` · ${visibleText(account.plan, 'line')}`}
        {isChosen && state === 'ready' && ' · Starts new chats'}
        {install === undefined && missing !== null && (
          <span className="text-tertiary max-sm:hidden">{` · ${missing.spec}`}</span>
        )}
      </span>
    </p>
  );
}

/** A small light for what works, and for what needs a hand. */
function Lamp({ state }: { state: 'ready' | 'sign-in' }) {
  return (
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-round forced-colors:bg-[CanvasText] ${state === 'ready' ? 'bg-yes-mark' : 'bg-caution-mark'}`}
    />
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

type StepsProps = StateProps & {
  save: ReturnType<typeof useSaving>['save'];
  /** Shows the ways to sign in; only called where no chat has them. */
  onSignIn(): void;
  /** Shows the first field for a key, with the focus in it. */
  onUseKey(): void;
  /** Moves the focus to the row, since the pressed button goes away. */
  keepFocus(): void;
};

function NextSteps({ agent, install, save, onSignIn, onUseKey, keepFocus }: StepsProps) {
  const { name, state, signInChat, byItself, keyWays } = agent;
  const { setNewAgent } = useAgentSettings();
  const { openWorkspace, startChat } = useParley();
  const newAgent = useParleyState(({ app }) => app?.agents.newAgent);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = visibleText(name, 'line');

  function choose(): void {
    keepFocus();
    void save(setNewAgent(agent.agent));
  }

  function signIn(): void {
    if (signInChat !== null) return openWorkspace(signInChat);
    keepFocus();
    onSignIn();
  }

  if (install !== undefined || state === 'missing') return <InstallButton {...{ agent, install }} />;
  const isOffered = !byItself && newAgent?.agent !== agent.agent && newAgent?.source !== 'environment';
  return (
    <>
      {isOffered && (
        <Button look="quiet" onClick={choose}>
          Use for new chats
        </Button>
      )}
      {state === 'sign-in' && (
        <Button aria-label={`Sign in to ${shown}`} onClick={signIn}>
          Sign in
        </Button>
      )}
      {state === 'sign-in' && keyWays.length > 0 && (
        <Button look="quiet" aria-label={`Use a key for ${shown}`} onClick={onUseKey}>
          Use a key
        </Button>
      )}
      {state === 'ready' && (
        <Button
          aria-label={`Start a chat with ${shown}`}
          onClick={() => void startChat(agent.agent).then(setProblem)}
        >
          Start a chat
        </Button>
      )}
      {problem !== null && (
        <div className="basis-full pb-1">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
    </>
  );
}

type DetailsProps = AgentProps & { id: string; install: AgentInstall | undefined };

function Details({ id, agent, install, onChanged }: DetailsProps) {
  const { name, state, command, variables, signIn, byItself } = agent;
  return (
    <div id={id} className="flex flex-col gap-2 ps-11 pb-3 text-second text-secondary">
      {byItself && (
        <p>{`${name} changes files of a git repository without asking, so new chats never start with it. Choose it chat by chat.`}</p>
      )}
      {agent.install !== null && <AboutInstall name={name} install={agent.install} />}
      {install !== undefined && install.state.type !== 'failed' && install.lines.length > 0 && (
        <InstallLines lines={install.lines} name={name} />
      )}
      {state !== 'missing' && signIn !== null && agent.account === null && (
        <p className="wrap-anywhere">
          {state === 'sign-in' ? signInText(agent, signIn) : `To sign in: ${signIn}`}
        </p>
      )}
      <SignedIn agent={agent} onSignedOut={onChanged} />
      <AgentTerminals {...{ agent, onChanged }} />
      <AgentKeys {...{ agent, onChanged }} />
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

type SignedInProps = { agent: ExternalAgent; onSignedOut(): void };

/** Who is signed in to an agent, as far as it says so, and the way out where it has one. */
function SignedIn({ agent, onSignedOut }: SignedInProps) {
  const { name, state, account, signsOut } = agent;
  const { companion } = useParley();
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const offersSignOut = signsOut && state === 'ready';
  if (account === null && !offersSignOut && problem === null) return null;

  async function signOut(): Promise<void> {
    setLeaving(true);
    const call = companion.client.agents.signOut({ agent: agent.agent });
    const failed = await call.then((end) => end.problem, failureText);
    setProblem(failed);
    setLeaving(false);
    if (failed === null) onSignedOut();
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {account === null ? (
          'It does not say who is signed in.'
        ) : (
          <>
            Signed in: <AccountText account={account} />
          </>
        )}
      </p>
      {offersSignOut && (
        <Button
          look="quiet"
          disabled={leaving}
          aria-label={visibleText(`Sign out of ${name}`, 'line')}
          title="Chats with it stop, and ask you to sign in again"
          onClick={() => void signOut()}
        >
          {leaving ? 'Signing out…' : 'Sign out'}
        </Button>
      )}
      {problem !== null && (
        <div className="basis-full">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
    </div>
  );
}

/** An agent that was never in a chat names there the ways that are no program in a terminal. */
function signInText({ signInChat, terminalWays }: ExternalAgent, signIn: string): string {
  if (signInChat !== null || terminalWays.length > 0) return `You need to sign in. ${signIn}`;
  return `You need to sign in. ${signIn} Or start a chat: your first message shows its other ways.`;
}

type AboutInstallProps = { name: string; install: NonNullable<ExternalAgent['install']> };

/** What is fetched, and what of it runs. */
function AboutInstall({ name, install: { spec, folder, script } }: AboutInstallProps) {
  return (
    <>
      <p className="wrap-anywhere">
        Fetches <code className="font-mono text-code text-ink">{spec}</code>, the version that Parley was
        tried with, and what it needs, from npm.{' '}
        {script === null
          ? 'None of their install scripts run.'
          : `Of their install scripts only ${script} runs, which puts the program in place.`}{' '}
        {`${name} is then started once to see that it works.`}
      </p>
      <CommandText text={folder} name={`the folder of ${name}`} />
    </>
  );
}

/** The ways to sign in by a program in a terminal. They stay in sight after it has ended. */
function AgentTerminals({ agent: { agent, name, terminalWays }, onChanged }: AgentProps) {
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
        onChanged();
      }}
    />
  ));
}
