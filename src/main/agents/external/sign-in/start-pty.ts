import { type IPty, spawn } from '@lydell/node-pty';
import { withMarker } from '../../../commands/command-environment.ts';
import { bootName } from '../../../commands/processes.ts';
import type { HostedStore } from '../../../storage/hosted-store.ts';
import { type Launch, storeStarted } from '../programs/agent-process.ts';
import { inBounds, type TerminalSize } from './sign-in-terminal.ts';

export type PtyParts = {
  launch: Launch;
  /** Marks its processes, and names it. */
  marker: string;
  store: Pick<HostedStore, 'addProcess' | 'setProcess' | 'dropProcess'>;
  size: TerminalSize;
};

/** Starts a program in a terminal of its own, and stores it. Throws where this system has none, or none is left. */
export function startPty({ launch, marker, store, size }: PtyParts): IPty {
  store.addProcess(marker, bootName());
  try {
    const pty = openPty(launch, marker, size);
    storeStarted(store, marker, pty.pid);
    return pty;
  } catch (error) {
    store.dropProcess(marker);
    throw error;
  }
}

function openPty(launch: Launch, marker: string, size: TerminalSize): IPty {
  const { COLORTERM: _, ...env } = withMarker(launch.env, marker);
  const pty = spawn(launch.file, [...launch.args], {
    name: 'xterm-256color',
    cwd: launch.cwd,
    env: definedOnly(env),
    ...inBounds(size),
  });
  // Without a listener of ours the library throws what it reads of a terminal that is gone.
  if (hasErrors(pty)) pty.on('error', () => undefined);
  return pty;
}

function hasErrors(pty: object): pty is { on(event: 'error', listener: () => void): void } {
  return 'on' in pty && typeof pty.on === 'function';
}

function definedOnly(env: Launch['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
