import type { Presence } from '../../shared/transcript/transcript.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { OutsidePlace, OutsideStore } from '../storage/outside-store.ts';

/**
 * One request of an asker. It ends `told`, with what it asked for or by its own wish, or
 * `gone`, so that the answer is kept; also after it was told, where the answer turns out not to have
 * arrived.
 */
export type Attending = {
  told(): void;
  gone(): void;
};

/** A request that may also be `over` before it is known how it ends, until the same is asked again. */
export type OpenRequest = Attending & { over(onAskedAgain: () => void): void };

/** An answer on its way to its asker; whoever carries it says in the end what became of it. */
export type Delivery<Answer> = Attending & { answer: Answer };

export type AttendanceParts = {
  outside: OutsideStore;
  log: ChatLog;
  report: (error: unknown) => void;
};

/** Which calls from outside have somebody who waits for their answer, as their cards say it. */
export class Attendance {
  readonly #parts: AttendanceParts;
  readonly #requests = new Map<string, number>();
  readonly #undecided = new Map<string, () => void>();

  constructor(parts: AttendanceParts) {
    this.#parts = parts;
  }

  isAttended(call: OutsidePlace): boolean {
    return this.#requests.has(keyOf(call));
  }

  /** One more request for a call is there. */
  begin(call: OutsidePlace & { presence: Presence }): OpenRequest {
    this.#count(call, 1);
    this.#undecided.get(keyOf(call))?.();
    this.#undecided.delete(keyOf(call));
    if (call.presence !== 'waiting') this.#set(call, 'waiting');
    let isOpen = true;
    const leave = () => {
      this.#undecided.delete(keyOf(call));
      if (isOpen) this.#count(call, -1);
      isOpen = false;
    };
    return {
      over: (onAskedAgain) => {
        leave();
        this.#undecided.set(keyOf(call), onAskedAgain);
      },
      told: () => {
        leave();
        this.#set(call, 'told');
      },
      gone: () => {
        leave();
        if (!this.isAttended(call)) this.#set(call, 'gone');
      },
    };
  }

  #count(call: OutsidePlace, more: 1 | -1): void {
    const requests = (this.#requests.get(keyOf(call)) ?? 0) + more;
    if (requests === 0) this.#requests.delete(keyOf(call));
    else this.#requests.set(keyOf(call), requests);
  }

  #set(call: OutsidePlace, presence: Presence): void {
    const { outside, log, report } = this.#parts;
    const { workspaceId, messageId, toolCallId } = call;
    try {
      outside.setPresence(call, presence);
      log.emit(workspaceId, { type: 'asker-presence-changed', messageId, toolCallId, presence });
    } catch (error) {
      report(error);
    }
  }
}

function keyOf({ workspaceId, toolCallId }: OutsidePlace): string {
  return JSON.stringify([workspaceId, toolCallId]);
}
