import type { WorkspaceId } from '../../shared/ids.ts';

/** Saves each chat's unsent message soon after it changed, newest text last. */
export type DraftSaver = {
  changed(id: WorkspaceId): void;
  /** Saves what is still due, before the page goes. */
  flush(): void;
};

const delay = 200;

export function createDraftSaver(save: (id: WorkspaceId) => void): DraftSaver {
  const timers = new Map<WorkspaceId, number>();

  function saveNow(id: WorkspaceId): void {
    window.clearTimeout(timers.get(id));
    timers.delete(id);
    save(id);
  }

  return {
    changed(id) {
      if (!timers.has(id)) timers.set(id, window.setTimeout(saveNow, delay, id));
    },
    flush() {
      for (const id of timers.keys()) saveNow(id);
    },
  };
}
