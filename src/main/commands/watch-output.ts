import type { CommandOutput } from '../../shared/transcript/command-run.ts';
import type { RunningCommand } from './running-command.ts';

/** Yields the last lines of a command, now and as they change, until it has ended or the signal aborts. */
export async function* watchOutput(
  { output, ended }: RunningCommand,
  isLive: () => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<CommandOutput, void, void> {
  let changed = Promise.withResolvers<'changed' | 'over'>();
  const stop = output.subscribe(() => changed.resolve('changed'));
  const end = () => changed.resolve('over');
  void ended.then(end);
  signal?.addEventListener('abort', end, { once: true });
  try {
    for (let state: 'changed' | 'over' = 'changed'; state === 'changed' && !signal?.aborted; ) {
      changed = Promise.withResolvers();
      if (!isLive()) return;
      yield output.shown();
      state = await changed.promise;
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', end);
  }
}
