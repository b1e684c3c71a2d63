import { ExternalLink, SquareTerminal } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { TerminalEnd, TerminalOf } from '../../../shared/contract/app-contract.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { useKeepInView } from '../../cards/reveal-card.ts';
import { failureText } from '../../connection/connection.ts';
import { openOutside } from '../../host.ts';
import { useParley } from '../../parley-context.tsx';
import { OpenTerminal, type ShownUntil } from '../../state/sign-in-terminal.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { keepTopInSight } from '../../ui/stay-here.ts';
import { TerminalScreen } from '../../ui/terminal/terminal-screen.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type SignInTerminalProps = SignIn & {
  /** Says what happens once the program has ended well. */
  next: string;
  onClose(): void;
};

/** A terminal with an agent's sign-in program, until it is closed. */
export function SignInTerminal(props: SignInTerminalProps) {
  const [attempt, setAttempt] = useState(0);
  return <Shown key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

function Shown({ onAgain, ...props }: SignInTerminalProps & { onAgain(): void }) {
  const { agent, next, onClose } = props;
  const { place, terminal, state, address } = useTerminal(props);
  const [closing, setClosing] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const isOver = state.type !== 'starting' && state.type !== 'running';
  useLayoutEffect(() => {
    if (frame.current !== null) keepTopInSight(frame.current);
  }, []);
  useKeepInView(frame, isOver ? 2 : Number(state.type === 'running'));

  async function close(): Promise<void> {
    setClosing(true);
    // Without a connection main ends it after a while without a window.
    await terminal?.close().catch(() => undefined);
    onClose();
  }

  return (
    <div
      ref={frame}
      role="group"
      aria-label={visibleText(`Terminal: ${agent}`, 'line')}
      className="w-full min-w-0 overflow-clip rounded-card border border-hairline bg-well"
    >
      <Head agent={agent} command={terminal?.command ?? ''} closing={closing} onClose={() => void close()} />
      <div className="px-3 py-2">
        <div ref={place} className="terminal-place h-68 w-full overflow-clip font-mono" />
      </div>
      <div className="flex min-h-10 flex-col gap-1.5 border-t border-hairline px-3 py-1.5 text-small text-secondary">
        {address !== null && <Address address={address} />}
        <StateText {...{ state, agent, next }} />
        {isOver && !isDone(state) && (
          <Button className="mb-1 self-start" onClick={onAgain}>
            {state.type === 'elsewhere' ? 'Show it here' : 'Try again'}
          </Button>
        )}
      </div>
    </div>
  );
}

type HeadProps = { agent: string; command: string; closing: boolean; onClose(): void };

function Head({ agent, command, closing, onClose }: HeadProps) {
  return (
    <div className="flex min-h-10 items-center gap-2 border-b border-hairline bg-raised py-1 ps-3 pe-1">
      <SquareTerminal aria-hidden className="mt-0! size-4! shrink-0 text-tertiary" />
      <span className="shrink-0 text-second font-medium text-ink">
        <VisibleText text={agent} layout="line" />
      </span>
      <code dir="ltr" title={command} className="min-w-0 flex-1 truncate font-mono text-small text-secondary">
        <VisibleText text={command} layout="line" />
      </code>
      <Button look="quiet" aria-label="Close the terminal" aria-disabled={closing} onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

/** The address that the program shows, to be opened or copied by keyboard too. */
function Address({ address }: { address: string }) {
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        onClick={() => openOutside(address)}
        className="hit flex min-w-0 flex-1 items-center gap-1.5 rounded-small py-1 text-start text-accent-ink hover:underline"
      >
        <ExternalLink aria-hidden className="mt-0! size-3.5! shrink-0" />
        <span className="wrap-anywhere">
          Open <VisibleText text={address} layout="line" />
        </span>
      </button>
      <CopyButton text={() => address} label="Copy the address" />
    </div>
  );
}

function StateText({ state, agent, next }: { state: TerminalState; agent: string; next: string }) {
  switch (state.type) {
    case 'starting':
      return (
        <p role="status" className="py-1">
          Starting {agent}…
        </p>
      );
    case 'running':
      return <p className="py-1">Keys go to the program, Esc and Tab too. F6 leaves the terminal.</p>;
    case 'failed':
      return <ProblemLine>{state.problem}</ProblemLine>;
    case 'elsewhere':
      return (
        <p role="status" className="py-1">
          Another window shows this terminal now.
        </p>
      );
    case 'closed':
      return (
        <p role="status" className="py-1">
          This terminal was closed.
        </p>
      );
    case 'ended':
      return isDone(state) ? (
        <p role="status" className="py-1">
          The program ended without an error. {next}
        </p>
      ) : (
        <ProblemLine>{endText(state.end)}</ProblemLine>
      );
  }
}

function endText(end: TerminalEnd): string {
  switch (end.type) {
    case 'flooded':
      return 'The program wrote too much and was stopped. You are not signed in.';
    case 'exited':
      return end.signal === null
        ? `The program ended with exit code ${end.code}, so you may not be signed in.`
        : `The program was ended (signal ${end.signal}), so you may not be signed in.`;
  }
}

type SignIn = {
  of: TerminalOf;
  /** The id of the way to sign in. */
  way: string;
  agent: string;
  onSignedIn(): void;
};

type TerminalState =
  | { type: 'starting' }
  | { type: 'running' }
  | { type: 'failed'; problem: string }
  | ShownUntil;

function isDone(state: TerminalState): boolean {
  return (
    state.type === 'ended' && state.end.type === 'exited' && state.end.code === 0 && state.end.signal === null
  );
}

function useTerminal({ of, way, agent, onSignedIn }: SignIn) {
  const { companion } = useParley();
  const place = useRef<HTMLDivElement>(null);
  const [terminal, setTerminal] = useState<OpenTerminal | null>(null);
  const [state, setState] = useState<TerminalState>({ type: 'starting' });
  const [address, setAddress] = useState<string | null>(null);

  const run = useEffectEvent(async (element: HTMLElement, screens: TerminalScreen[], over: AbortSignal) => {
    const opened: { terminal?: OpenTerminal } = {};
    const screen = await TerminalScreen.open(
      element,
      visibleText(`Terminal of ${agent}. F6 leaves it`, 'line'),
      {
        onInput: (data) => opened.terminal?.type(data),
        onSize: (size) => opened.terminal?.resize(size),
        onAddress: setAddress,
        onOpen: openOutside,
        onLeave: (back) => focusBeside(element, back),
      },
    );
    if (over.aborted) return screen.dispose();
    screens.push(screen);
    screen.focus();
    const open = await OpenTerminal.open(companion, of, way, screen.size());
    opened.terminal = open;
    setTerminal(open);
    setState({ type: 'running' });
    const until = await open.follow(screen, over);
    if (until === null) return;
    screen.end();
    setState(until);
    if (isDone(until)) onSignedIn();
  });

  useEffect(() => {
    const over = new AbortController();
    const screens: TerminalScreen[] = [];
    if (place.current !== null)
      run(place.current, screens, over.signal).catch((error: unknown) => {
        if (!over.signal.aborted) setState({ type: 'failed', problem: failureText(error) });
      });
    return () => {
      over.abort();
      for (const screen of screens) screen.dispose();
    };
  }, []);
  return { place, terminal, state, address };
}

/** Focuses what comes after the terminal on the page, or before it. */
function focusBeside(place: HTMLElement, back: boolean): void {
  const all = [
    ...document.querySelectorAll<HTMLElement>('button, a[href], summary, input, textarea, [tabindex="0"]'),
  ];
  const others = all.filter((one) => !place.contains(one) && one.checkVisibility());
  const isBefore = (one: HTMLElement) =>
    (place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const next = back
    ? others.findLast(isBefore)
    : (others.find((one) => !isBefore(one)) ?? others.findLast(isBefore));
  next?.focus();
}
