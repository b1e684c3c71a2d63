import { type RefObject, useMemo } from 'react';
import type { MessageId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { useView } from '../../parley-context.tsx';
import { keptRows } from './kept-rows.ts';
import type { SelectedRows } from './selected-rows.ts';
import type { TranscriptRow } from './transcript-rows.ts';
import { useEditedRows } from './use-edited-rows.ts';
import { useFocusedRow } from './use-focused-row.ts';

type KeptRowsParts = {
  rows: readonly TranscriptRow[];
  waiting: readonly ToolPart[];
  selected: SelectedRows | null;
  scroller: RefObject<HTMLElement | null>;
};

/**
 * The indices of the rows that stay in the page, and the messages that must stay loaded: all that the
 * person is at. A card that waits stays in the page for as long as it is loaded, so that one can go to it.
 */
export function useKeptRows({ rows, waiting, selected, scroller }: KeptRowsParts): {
  kept: number[];
  held: MessageId[];
} {
  const edited = useEditedRows();
  const focused = useFocusedRow(scroller);
  const shownFile = useView((view) => view.shownFile);
  return useMemo(() => {
    const isAt = (row: TranscriptRow) =>
      row.key === focused || edited.has(row.key) || hasFile(row, shownFile);
    const held = keptRows(rows, isAt, selected);
    return {
      kept: keptRows(rows, (row) => isAt(row) || isWaiting(row, waiting), selected),
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
