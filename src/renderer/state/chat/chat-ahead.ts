import type { ChatEnd } from '../../../shared/contract/contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Timing } from '../../page-timing.ts';

/** How long the pointer has to rest on a chat, in milliseconds; moving along the list reads nothing. */
const rest = 50;

/** How long a chat that was read ahead counts as current, in milliseconds. */
const fresh = 3_000;

/** Reads the end of the chat that is likely to be opened next. */
export type ChatAhead = {
  /** The person points at or focuses a chat in a list, or has `pressed` it and will open it on release. */
  preloadChat(id: WorkspaceId, pressed: boolean): void;
  /** Calls back with what was read, at once where it is there; null for nothing, or what is too old. */
  take(id: WorkspaceId, to: (end: ChatEnd | null) => void): void;
};

type ChatAheadDeps = {
  readEnd(input: { workspaceId: WorkspaceId }): Promise<ChatEnd>;
  isThere(id: WorkspaceId): boolean;
  timing: Pick<Timing, 'after'>;
  now(): number;
};

type Reading = { id: WorkspaceId; at: number; end: ChatEnd | null; done: Promise<ChatEnd | null> };

export function createChatAhead({ readEnd, isThere, timing, now }: ChatAheadDeps): ChatAhead {
  let reading: Reading | null = null;
  let cancel = (): void => undefined;

  function current(id: WorkspaceId): Reading | null {
    return reading?.id === id && now() - reading.at < fresh ? reading : null;
  }

  function read(id: WorkspaceId): void {
    // A failure is shown when the chat is opened.
    const done = readEnd({ workspaceId: id }).catch(() => null);
    const own: Reading = { id, at: now(), end: null, done };
    reading = own;
    void done.then((end) => {
      own.end = end;
    });
  }

  return {
    preloadChat(id, pressed) {
      cancel();
      if (isThere(id) || current(id) !== null) return;
      if (pressed) read(id);
      else cancel = timing.after(rest, () => read(id));
    },
    take(id, to) {
      cancel();
      const taken = current(id);
      reading = null;
      if (taken === null || taken.end !== null) to(taken?.end ?? null);
      else void taken.done.then(to);
    },
  };
}
