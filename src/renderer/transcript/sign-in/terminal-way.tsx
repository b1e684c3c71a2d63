import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TerminalOf } from '../../../shared/contract/app-contract.ts';
import type { TerminalWay as Way } from '../../../shared/workspace/turn-state.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { Button } from '../../ui/button.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { SignInWayText } from './sign-in-way-text.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const SignInTerminal = lazyPart(async () => (await import('./sign-in-terminal.tsx')).SignInTerminal);

type TerminalWayProps = {
  of: TerminalOf;
  way: Way;
  /** The display name of the agent. */
  agent: string;
  /** Says what to do after the command was run elsewhere. */
  after: string;
  /** Says what happens once the program has ended well. */
  next: string;
  onSignedIn?(): void;
};

/** A way to sign in by a program: in a terminal that opens here, or by the command to copy. */
export function TerminalWay({ of, way, agent, after, next, onSignedIn }: TerminalWayProps) {
  const { id, name, command } = way;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close(): void {
    // Rendered at once: the button must be there to get the focus back.
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }

  return (
    <div className="flex w-full min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <SignInWayText way={way} />
        {id !== undefined && !isOpen && (
          <Button
            ref={opener}
            aria-label={visibleText(`Open a terminal: ${name}`, 'line')}
            onClick={() => setOpen(true)}
          >
            Open a terminal
          </Button>
        )}
      </div>
      {id !== undefined && isOpen && (
        <PartBoundary>
          <SignInTerminal
            {...{ of, agent, next }}
            way={id}
            onClose={close}
            onSignedIn={() => onSignedIn?.()}
          />
        </PartBoundary>
      )}
      <p className="text-second text-secondary">
        {id === undefined ? 'Run this in a terminal' : 'Or run this in a terminal of yours'}, then {after}.
      </p>
      <div className="w-full text-second">
        <CommandText text={command} name="the command that signs in" />
      </div>
    </div>
  );
}
