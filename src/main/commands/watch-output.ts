import type { CommandOutput, OutputLine } from '../../shared/transcript/command-run.ts';
import type { CommandOutputRecorder } from './running-command.ts';

type Watched = {
  output: CommandOutputRecorder;
  ended: Promise<unknown>;
  /** False once the output can't be read any more. */
  isLive: () => boolean;
  signal: AbortSignal | undefined;
  /** Returns a line as a window may show it. */
  asShown?: (line: OutputLine) => OutputLine;
};

/** Yields the last lines of an output, now and as they change, until it has ended or the signal aborts. */
export async function* watchOutput({
  output,
  ended,
  isLive,
  signal,
  asShown,
}: Watched): AsyncGenerator<CommandOutput, void, void> {
  let changed = Promise.withResolvers<'changed' | 'over'>();
  const stop = output.subscribe(() => changed.resolve('changed'));
  const end = () => changed.resolve('over');
  void ended.then(end);
  signal?.addEventListener('abort', end, { once: true });
  try {
    for (let state: 'changed' | 'over' = 'changed'; state === 'changed' && !signal?.aborted; ) {
      changed = Promise.withResolvers();
      if (!isLive()) return;
      yield output.shown(asShown);
      state = await changed.promise;
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', end);
  }
}
