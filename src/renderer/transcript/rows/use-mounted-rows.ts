import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { MessageId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { useParley, useView } from '../../parley-context.tsx';
import type { SelectedRows } from './use-selection.ts';
import type { TranscriptRow } from './transcript-row.ts';

/**
 * The rows that stay in the page wherever it is scrolled: those the person is at, and all from the
 * beginning to the end of the selection, so that what is copied is whole and in order.
 */
export function mountedRows(
  rows: readonly TranscriptRow[],
  isAt: (row: TranscriptRow) => boolean,
  selected: SelectedRows | null,
): number[] {
  const ends = [selected?.anchor, selected?.focus]
    .map((key) => (key ? rows.findIndex((row) => row.key === key) : -1))
    .filter((index) => index >= 0);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return rows.flatMap((row, index) => (isAt(row) || (index >= first && index <= last) ? [index] : []));
}

type MountedRowsParts = {
  rows: readonly TranscriptRow[];
  waiting: readonly ToolPart[];
  selected: SelectedRows | null;
  scroller: RefObject<HTMLElement | null>;
};

/**
 * The indices of the rows that stay in the page, and the messages that must stay loaded: all that the
 * person is at. A card that waits stays in the page for as long as it is loaded, so that one can go to it.
 */
export function useMountedRows({ rows, waiting, selected, scroller }: MountedRowsParts): {
  kept: number[];
  held: MessageId[];
} {
  const edited = useEditedRows();
  const focused = useFocusedRow(scroller);
  const shownFile = useView(
    ({ shownFile: image, pane }) => image ?? (pane?.type === 'file' ? pane.file.id : null),
  );
  return useMemo(() => {
    const isAt = (row: TranscriptRow) =>
      row.key === focused || edited.has(row.key) || hasFile(row, shownFile);
    const held = mountedRows(rows, isAt, selected);
    return {
      kept: mountedRows(rows, (row) => isAt(row) || isWaiting(row, waiting), selected),
      held: held.flatMap((index) => rows[index]?.messageId ?? []),
    };
  }, [rows, focused, waiting, edited, shownFile, selected]);
}

export function isWaiting(row: TranscriptRow, waiting: readonly ToolPart[]): boolean {
  return row.type === 'card' && waiting.includes(row.part);
}

function hasFile(row: TranscriptRow, file: AttachmentId | null): boolean {
  return file !== null && row.type === 'user' && row.message.attachments.some(({ id }) => id === file);
}

/** The keys of the rows whose message is being edited. */
function useEditedRows(): ReadonlySet<string> {
  const open = useStore(useParley().edits, (edits) =>
    Object.entries(edits)
      .flatMap(([id, edit]) => (edit?.open ? [id] : []))
      .join(' '),
  );
  return useMemo(() => new Set(open.split(' ')), [open]);
}

/** The key of the row that has the focus; it stays in the page, or the focus would fall out of it. */
function useFocusedRow(scroller: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const follow = (target: EventTarget | null) => setFocused(rowOf(target));
    const element = scroller.current;
    element?.addEventListener('focusin', ({ target }) => follow(target), over);
    element?.addEventListener('focusout', ({ relatedTarget }) => follow(relatedTarget), over);
    return () => over.abort();
  }, [scroller]);
  return focused;
}

function rowOf(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row?.dataset['row'] ?? null;
}
