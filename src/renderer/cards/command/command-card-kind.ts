import type { CommandRun } from '../../../shared/transcript/command-run.ts';
import type { RunPart } from '../../../shared/transcript/transcript.ts';
import { type CallResult, type CardKind, type CommonState, untouched } from '../store/card-kind.ts';

/** A call that has run a command, or runs it. */
export type StartedPart = RunPart & { run: CommandRun };

export type CommandCardState = CommonState<'run', 'stop'>;

export type CommandCardTypes = {
  name: 'run';
  part: StartedPart;
  state: CommandCardState;
  call: 'stop';
  change: object;
  calls: { stop(part: StartedPart): Promise<CallResult> };
  intents: { stop(): void };
};

export const commandCardKind: CardKind<CommandCardTypes> & { name: 'run' } = {
  name: 'run',
  initial: () => ({ kind: 'run', ...untouched }),
  hasEnded: ({ run }) => run.ending !== null,
  join: (_, change) => change,
  savesAfterEnd: false,
  brokenCall: 'The command could not be stopped. Try again.',
  settle: () => ({}),
  intents: ({ part, calls, send }) => ({ stop: () => void send('stop', () => calls.stop(part)) }),
};
