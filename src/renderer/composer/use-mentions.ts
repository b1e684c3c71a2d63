import { type RefObject, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { mentionAt, mentionOf } from '../../shared/transcript/mentions.ts';
import { type Listbox, useListbox } from '../ui/use-listbox.ts';
import { useFileSearch } from './use-file-search.ts';

type MentionsInput = {
  workspaceId: WorkspaceId;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType(text: string): void;
};

export type Mentions = {
  files: readonly string[];
  listbox: Listbox;
  /** Notes where the caret is; without one the list is closed. */
  moveCaret(caret: number | null): void;
};

/** The list of files after an `@` in the field: open while a mention is being typed and files fit it. */
export function useMentions({ workspaceId, field, text, onType }: MentionsInput): Mentions {
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const found = caret === null ? null : mentionAt(text, caret);
  const mention = found?.start === dismissed ? null : found;
  const files = useFileSearch(workspaceId, mention?.query ?? null);

  function choose(index: number): boolean {
    const path = files[index];
    const area = field.current;
    if (path === undefined || area === null || mention === null || caret === null) return false;
    const gap = area.value.startsWith(' ', caret) ? '' : ' ';
    area.setRangeText(`${mentionOf(path)}${gap}`, mention.start, caret, 'end');
    area.focus();
    setCaret(null);
    onType(area.value);
    return true;
  }

  const listbox = useListbox({
    options: files,
    query: mention?.query ?? '',
    start: 'first',
    choose,
    onTab: choose,
    close: () => setDismissed(mention?.start ?? null),
  });

  function moveCaret(at: number | null): void {
    setCaret(at);
    if (dismissed !== null && (at === null || at <= dismissed)) setDismissed(null);
  }

  return { files, listbox, moveCaret };
}
