import { ExternalLink, SquareTerminal } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { useKeepInView } from '../../cards/reveal-card.ts';
import { openOutside } from '../../host.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { keepTopInSight } from '../../ui/stay-here.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { isDone, type SignIn, useTerminal } from './use-terminal.ts';
import { StateWords } from './terminal-state.tsx';

type SignInTerminalProps = SignIn & {
  /** Says what happens once the program has ended well. */
  next: string;
  onClose(): void;
};

/** A terminal with the program that signs in to an agent, until it is closed. */
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
    // Without a connection it ends by itself when no window has shown it for a while.
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
        <StateWords {...{ state, agent, next }} />
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

/** The address that the program names, to be opened or copied without the mouse. */
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
