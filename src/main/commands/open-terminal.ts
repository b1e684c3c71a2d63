import type { Terminal } from '@xterm/headless';
import type { OutputLine } from '../../shared/transcript/command-run.ts';
import { TerminalOutput } from './terminal-output.ts';

const columns = 200;
const rows = 50;

/** Makes a terminal; its code is loaded with the first one. */
export async function openTerminal(onLine: (line: OutputLine) => void): Promise<TerminalOutput> {
  const xterm = await loadXterm();
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 2_000,
    convertEol: true,
    allowProposedApi: true,
    logLevel: 'off',
  });
  return new TerminalOutput(terminal, onLine);
}

/** Loads a CommonJS package, whose names no import finds. */
async function loadXterm(): Promise<Xterm> {
  const { createRequire } = await import('node:module');
  const loaded: unknown = createRequire(import.meta.url)('@xterm/headless');
  if (!isXterm(loaded)) throw new Error('The package @xterm/headless has no Terminal.');
  return loaded;
}

type Xterm = { Terminal: typeof Terminal };

function isXterm(loaded: unknown): loaded is Xterm {
  return typeof loaded === 'object' && loaded !== null && 'Terminal' in loaded;
}
