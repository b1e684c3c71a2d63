import type { Problem } from '../../../../shared/workspace/turn-state.ts';
import type { ProcessExit } from '../../../commands/processes.ts';
import { type About, kept, lines } from '../failure.ts';

/** Explains an agent that is not started in a folder whose servers, tools or commands it might run unasked. */
export function untrustedFolder(name: string, state: 'asks' | 'declined'): Problem {
  return state === 'asks'
    ? {
        what: `${name} was not started: this folder brings things along that it could run, and you have not said whether you trust them.`,
        kept,
        todo: 'Look at them on the card above the message, decide, then choose Resume.',
      }
    : {
        what: `${name} was not started: you do not trust what this folder brings along, and it could run it.`,
        kept,
        todo: 'Forget that decision in Settings to be asked again, or choose a model for this chat.',
      };
}

/** Explains an agent that was no longer needed when it could have been started. */
export function endedBeforeStart({ name }: Pick<About, 'name'>): Problem {
  return { what: `${name} was stopped before it was started.`, kept, todo: 'Choose Resume to start it.' };
}

/** Explains an agent whose process came to an end by itself; `begun` when it had answered before. */
export function endedByItself(end: ProcessExit, { name, log }: About, begun: boolean): Problem {
  const how =
    end.type === 'not-started'
      ? `${name} could not be started: ${end.problem}.`
      : `${name} ended ${begun ? 'in the middle of its work' : 'as soon as it was started'}${exitWords(end)}.`;
  const todo = begun
    ? 'Choose Resume to start it again; it goes on from here.'
    : 'See what it said below, put that right, and choose Resume.';
  return { what: how, kept, todo, ...lines(log) };
}

function exitWords({ code, signal }: Extract<ProcessExit, { type: 'exited' }>): string {
  if (signal !== null) return ` (${signal})`;
  return code === 0 || code === null ? '' : ` (exit code ${code})`;
}

/** Explains an agent that said nothing for a while after it was started. */
export function saidNothing({ name, log }: About, seconds: number): Problem {
  return {
    what: `${name} was started and said nothing for ${seconds} seconds.`,
    kept,
    todo: 'Check that its command speaks the Agent Client Protocol (ACP), then choose Resume.',
    ...lines(log),
  };
}

/** Explains an agent that speaks a version of the protocol that Parley does not. */
export function otherVersion({ name, log }: About, version: number): Problem {
  return {
    what: `${name} speaks version ${version} of the Agent Client Protocol; Parley speaks version 1.`,
    kept,
    todo: 'Install a version of it that speaks version 1, then choose Resume.',
    ...lines(log),
  };
}
