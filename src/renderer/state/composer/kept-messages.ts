import type { WorkspaceId } from '../../../shared/ids.ts';
import { type KeptTexts, readKept, writeKept } from '../kept-texts.ts';

/** An unsent message that main may not have. */
export type KeptMessage = {
  text: string;
  /** False for what was typed before main's copy was read, which stands before it. */
  isWhole: boolean;
};

/** The unsent messages of a window that main may not have, over a reload. */
export type KeptMessages = {
  /** Returns the message that was kept when the page went; undefined for none. */
  found(id: WorkspaceId): KeptMessage | undefined;
  /** Keeps a message in place of the one before. */
  keep(id: WorkspaceId, message: KeptMessage): void;
  /** Keeps a message no longer once main has its text. */
  release(id: WorkspaceId, text: string): void;
};

const place = 'parley-messages';

export function createKeptMessages(texts: KeptTexts): KeptMessages {
  // A browser takes its time to find what it keeps, so that is not before something is needed.
  let kept: { found: ReadonlyMap<WorkspaceId, KeptMessage>; now: Map<WorkspaceId, KeptMessage> } | undefined;
  const all = () => {
    if (kept !== undefined) return kept;
    const found = new Map(readKept(texts, place).flatMap(entryOf));
    kept = { found, now: new Map(found) };
    return kept;
  };
  const write = () => {
    writeKept(
      texts,
      place,
      [...all().now].map(([id, message]) => ({ id, ...message })),
    );
  };

  return {
    found: (id) => all().found.get(id),
    keep(id, message) {
      all().now.set(id, message);
      write();
    },
    release(id, text) {
      if (all().now.get(id)?.text !== text) return;
      all().now.delete(id);
      write();
    },
  };
}

function entryOf(value: unknown): [WorkspaceId, KeptMessage][] {
  if (!isEntry(value)) return [];
  const { id, text, isWhole } = value;
  return [[id, { text, isWhole }]];
}

function isEntry(value: unknown): value is KeptMessage & { id: WorkspaceId } {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text, isWhole }: Partial<Record<keyof KeptMessage | 'id', unknown>> = value;
  return typeof id === 'string' && typeof text === 'string' && typeof isWhole === 'boolean';
}
