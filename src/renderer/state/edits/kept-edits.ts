import type { StoreApi } from 'zustand/vanilla';
import { createDraftSaver } from '../../draft-saver.ts';
import type { Timing } from '../../page-timing.ts';
import { type KeptTexts, readKept, writeKept } from '../kept-texts.ts';
import { type Edits, type MessageEdit, newEdit } from './message-edit.ts';

type KeptEdit = Pick<MessageEdit, 'workspaceId' | 'id' | 'original' | 'text' | 'dropped' | 'open'>;

export type KeptEdits = {
  /** The edits that were there when the page went. */
  read(): Edits;
  /** Keeps these edits from now on, at the latest when the page goes. */
  save(edits: Edits): void;
};

/** Puts back the edits that were there when the page went, and keeps them again from then on. */
export function restoreEdits(edits: StoreApi<Edits>, kept: KeptEdits): void {
  edits.setState(kept.read());
  edits.subscribe((now) => kept.save(now));
}

const place = 'parley-edits';

/** Keeps messages that are being written anew over a reload of their window. */
export function createKeptEdits(texts: KeptTexts, timing: Timing): KeptEdits {
  const saver = createDraftSaver((_place: typeof place, edits: Edits) => write(texts, edits), timing);
  return {
    read: () =>
      Object.fromEntries(
        readKept(texts, place)
          .filter(isKeptEdit)
          .map((kept) => [kept.id, asEdit(kept)]),
      ),
    save: (edits) => saver.save(place, edits, 'soon'),
  };
}

function write(texts: KeptTexts, edits: Edits): void {
  const kept = Object.values(edits).flatMap((edit) => (edit === undefined ? [] : [asKept(edit)]));
  writeKept(texts, place, kept);
}

function asKept({ workspaceId, id, original, text, dropped, open }: MessageEdit): KeptEdit {
  return { workspaceId, id, original, text, dropped, open };
}

function asEdit({ workspaceId, id, original, text, dropped, open }: KeptEdit): MessageEdit {
  return { ...newEdit(workspaceId, id, original), text, dropped, open };
}

function isKeptEdit(value: unknown): value is KeptEdit {
  if (typeof value !== 'object' || value === null) return false;
  const kept: Partial<Record<keyof KeptEdit, unknown>> = value;
  return (
    [kept.workspaceId, kept.original, kept.text].every((part) => typeof part === 'string') &&
    Number.isInteger(kept.id) &&
    Array.isArray(kept.dropped) &&
    kept.dropped.every((file) => typeof file === 'string') &&
    typeof kept.open === 'boolean'
  );
}
