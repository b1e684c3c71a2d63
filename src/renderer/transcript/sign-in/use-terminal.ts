import type { TerminalOf } from '../../../shared/contract/terminal-calls.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { failureText } from '../../connection/connection.ts';
import { openOutside } from '../../host.ts';
import { useParley } from '../../parley-context.tsx';
import { OpenTerminal, type ShownUntil } from '../../state/sign-in-terminal.ts';
import { TerminalScreen } from '../../ui/terminal/terminal-screen.ts';

/** A sign-in to an agent by a program in a terminal. */
export type SignIn = {
  of: TerminalOf;
  /** The id of the way to sign in. */
  way: string;
  agent: string;
  onSignedIn(): void;
};

export type TerminalState =
  | { type: 'starting' }
  | { type: 'running' }
  | { type: 'failed'; problem: string }
  | ShownUntil;

export function isDone(state: TerminalState): boolean {
  return (
    state.type === 'ended' && state.end.type === 'exited' && state.end.code === 0 && state.end.signal === null
  );
}

/** Opens the terminal and shows it. */
export function useTerminal({ of, way, agent, onSignedIn }: SignIn) {
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

/** Moves the focus to what comes after the terminal on the page, or before it. */
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
