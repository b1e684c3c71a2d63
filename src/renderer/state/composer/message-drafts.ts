import type { WorkspaceId } from '../../../shared/ids.ts';
import { textsBelow } from '../../../shared/texts-below.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { createDraftSaver, type DraftSaver } from '../../draft-saver.ts';
import type { Timing } from '../../page-timing.ts';
import { type KeptTexts, readKept, writeKept } from '../kept-texts.ts';
import { type ParleyStore, setChatLine } from '../parley-store.ts';
import { isTooLong } from '../text-limit.ts';
import { emptyComposer } from './composer-state.ts';

/** Saves the unsent messages of chats. */
export type MessageDrafts = DraftSaver<WorkspaceId, null> & {
  /**
   * Returns the message a chat begins with: main's copy, or what this window had before a reload and main may not
   * have.
   */
  begin(id: WorkspaceId, stored: string): string;
};

type MessageDraftsDeps = {
  saveMessageDraft: Companion['client']['workspace']['saveMessageDraft'];
  store: ParleyStore;
  /** Session storage for what main does not have yet, kept over a reload. */
  texts: KeptTexts;
  timing: Timing;
};

export function createMessageDrafts({
  saveMessageDraft,
  store,
  texts,
  timing,
}: MessageDraftsDeps): MessageDrafts {
  const kept = createKeptMessages(texts);

  function save(id: WorkspaceId): void {
    const { text: shown, restored, recalled } = store.getState().composers[id] ?? emptyComposer;
    const text = recalled === null ? shown : '';
    if (!restored) {
      const before = kept.found(id) ?? { text: '', isWhole: false };
      return kept.keep(id, { ...before, text: textsBelow(before.text, text) });
    }
    kept.keep(id, { text, isWhole: true });
    if (isTooLong(text)) return;
    saveMessageDraft({ workspaceId: id, text }).then(
      () => kept.release(id, text),
      (error: unknown) => setChatLine(store, id, failureText(error)),
    );
  }

  return {
    ...createDraftSaver(save, timing),
    begin(id, stored) {
      const { text, isWhole } = kept.found(id) ?? { text: '', isWhole: false };
      const begun = isWhole ? text : textsBelow(stored, text);
      if (begun === stored) kept.release(id, text);
      return begun;
    },
  };
}

type KeptMessage = {
  text: string;
  /** False for text that was typed before main's copy was read; that copy goes before it. */
  isWhole: boolean;
};

/** Unsent messages that main may not have, kept over a reload. */
type KeptMessages = {
  /** Returns the message that was kept when the page was left; undefined for none. */
  found(id: WorkspaceId): KeptMessage | undefined;
  /** Replaces the kept message. */
  keep(id: WorkspaceId, message: KeptMessage): void;
  /** Drops the kept message once main has its text. */
  release(id: WorkspaceId, text: string): void;
};

const place = 'parley-messages';

function createKeptMessages(texts: KeptTexts): KeptMessages {
  // Read lazily: session storage is slow to begin with.
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
