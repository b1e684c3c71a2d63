import { setTimeout as pause } from 'node:timers/promises';
import type { HostedSession } from './hosted-session.ts';
import type { PromptBlock } from '../prompt-blocks.ts';

/** The time an agent has to end its turn once it was told to, in milliseconds. */
const patience = 10_000;

/**
 * Gives an agent a prompt; resolves with the reason for which its turn ended. `stop` tells it to end the turn,
 * `giveUp` is called where it does not.
 */
export async function promptUntil(
  session: HostedSession,
  prompt: readonly PromptBlock[],
  { stop, giveUp }: { stop: AbortSignal; giveUp: () => void },
): Promise<string> {
  const answer = session.prompt(prompt);
  const cancel = () => {
    session.cancel();
    void Promise.race([answer, pause(patience, undefined, { ref: false })])
      .catch(() => undefined)
      .then(giveUp);
  };
  stop.addEventListener('abort', cancel, { once: true });
  if (stop.aborted) cancel();
  try {
    return await answer;
  } finally {
    stop.removeEventListener('abort', cancel);
  }
}
