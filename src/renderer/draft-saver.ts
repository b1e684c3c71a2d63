import type { Timing } from './page-timing.ts';

/** In milliseconds. */
const savingDelay = 200;

/** Debounced saving of drafts by key. */
export type DraftSaver<Key, Value> = {
  /** Saves a value now, or soon together with what is entered until then. */
  save(key: Key, value: Value, when: 'now' | 'soon'): void;
  /** Saves everything that still waits. */
  flush(): void;
  /** Drops what waits under a key that takes no more drafts. */
  forget(key: Key): void;
};

/** Saves the newest value of each key, or what `join` makes of all that were not saved yet. */
export function createDraftSaver<Key, Value>(
  save: (key: Key, value: Value) => void,
  timing: Timing,
  join: (before: Value, value: Value) => Value = (_, value) => value,
): DraftSaver<Key, Value> {
  const unsaved = new Map<Key, Value>();
  let cancelTimer: (() => void) | null = null;

  function flush(): void {
    cancelTimer?.();
    cancelTimer = null;
    const due = [...unsaved];
    unsaved.clear();
    for (const [key, value] of due) save(key, value);
  }

  timing.whenLeft(flush);
  return {
    save(key, value, when) {
      const before = unsaved.get(key);
      unsaved.set(key, before === undefined ? value : join(before, value));
      if (when === 'now') flush();
      else cancelTimer ??= timing.after(savingDelay, flush);
    },
    flush,
    forget: (key) => void unsaved.delete(key),
  };
}
