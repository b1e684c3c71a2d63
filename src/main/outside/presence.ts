import { type MessageCall, toolCallKey } from '../../shared/ids.ts';
import type { Presence } from '../../shared/transcript/transcript.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { OutsideStore } from '../storage/outside-store.ts';

/**
 * How a request ends: `complete` once its asker has the answer or no longer wants it, `lose` where the asker is
 * lost and the answer is kept. `lose` also counts after `complete`, for an answer that turns out not to have
 * arrived; after `lose` neither does anything.
 */
export type RequestEnd = {
  complete(): void;
  lose(): void;
};

/** A request that can be suspended, until the same is asked again. */
export type OpenRequest = RequestEnd & { suspend(onResume: () => void): void };

/** An answer on its way; whoever sends it ends the request. */
export type Delivery<Answer> = RequestEnd & { answer: Answer };

export type PresenceDeps = {
  outside: OutsideStore;
  log: ChatLog;
  report: (error: unknown) => void;
};

/** Counts the open requests of each outside call, and shows on its card whether its asker is connected. */
export class PresenceTracker {
  readonly #deps: PresenceDeps;
  readonly #requests = new Map<string, number>();
  readonly #suspended = new Map<string, () => void>();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  isPresent(call: MessageCall): boolean {
    return this.#requests.has(toolCallKey(call));
  }

  /** Adds a request for a call. */
  begin(call: MessageCall & { presence: Presence }): OpenRequest {
    const key = toolCallKey(call);
    this.#count(key, 1);
    this.#suspended.get(key)?.();
    this.#suspended.delete(key);
    if (call.presence !== 'waiting') this.#set(call, 'waiting');
    let [isOpen, isLost] = [true, false];
    const end = () => {
      this.#suspended.delete(key);
      if (isOpen) this.#count(key, -1);
      isOpen = false;
    };
    return {
      suspend: (onResume) => {
        end();
        this.#suspended.set(key, onResume);
      },
      complete: () => {
        end();
        // An asker may give up after its answer was sent and before all of it went out.
        if (!isLost) this.#set(call, 'told');
      },
      lose: () => {
        end();
        if (!isLost && !this.isPresent(call)) this.#set(call, 'gone');
        isLost = true;
      },
    };
  }

  #count(key: string, more: 1 | -1): void {
    const requests = (this.#requests.get(key) ?? 0) + more;
    if (requests === 0) this.#requests.delete(key);
    else this.#requests.set(key, requests);
  }

  #set(call: MessageCall, presence: Presence): void {
    const { outside, log, report } = this.#deps;
    const { workspaceId, messageId, toolCallId } = call;
    try {
      outside.setPresence(call, presence);
      log.emit(workspaceId, { type: 'asker-presence-changed', messageId, toolCallId, presence });
    } catch (error) {
      report(error);
    }
  }
}

/** Resolves to a promise's outcome, or to undefined if the signal aborts first. */
export async function outcomeOrEnd<Outcome>(
  outcome: Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const over = Promise.withResolvers<undefined>();
  const onAbort = () => over.resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  const first = await Promise.race([outcome, over.promise]);
  signal.removeEventListener('abort', onAbort);
  return signal.aborted ? undefined : first;
}
