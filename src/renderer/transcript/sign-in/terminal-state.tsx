import type { TerminalEnd } from '../../../shared/contract/terminal-calls.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { isDone, type TerminalState } from './use-terminal.ts';

export function StateWords({ state, agent, next }: { state: TerminalState; agent: string; next: string }) {
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
        <ProblemLine>{endWords(state.end)}</ProblemLine>
      );
  }
}

function endWords(end: TerminalEnd): string {
  switch (end.type) {
    case 'flooded':
      return 'The program wrote without end and was stopped. You are not signed in by it.';
    case 'exited':
      return end.signal === null
        ? `The program ended with exit code ${end.code}, so you may not be signed in.`
        : `The program was ended (signal ${end.signal}), so you may not be signed in.`;
  }
}
