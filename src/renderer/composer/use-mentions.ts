import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { mentionAt, mentionOf } from '../../shared/transcript/mentions.ts';
import { useFileSearch } from './use-file-search.ts';
import { isComposing } from '../ui/composing.ts';

type MentionsInput = {
  workspaceId: WorkspaceId;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType(text: string): void;
};

export type Mentions = {
  files: readonly string[];
  active: number;
  listId: string;
  optionId(index: number): string;
  /** Notes where the caret is; without one the list is closed. */
  moveCaret(caret: number | null): void;
  /** Handles a key; true if the list took it. */
  takesKey(event: KeyboardEvent): boolean;
  choose(path: string): void;
};

/** The list of files after an `@` in the field: open while a mention is being typed and files fit it. */
export function useMentions({ workspaceId, field, text, onType }: MentionsInput): Mentions {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState({ query: '', index: 0 });
  const found = caret === null ? null : mentionAt(text, caret);
  const mention = found?.start === dismissed ? null : found;
  const files = useFileSearch(workspaceId, mention?.query ?? null);
  const wished = chosen.query === mention?.query ? chosen.index : 0;
  const active = Math.min(wished, Math.max(0, files.length - 1));

  function choose(path: string): void {
    const area = field.current;
    if (area === null || mention === null || caret === null) return;
    const gap = area.value.startsWith(' ', caret) ? '' : ' ';
    area.setRangeText(`${mentionOf(path)}${gap}`, mention.start, caret, 'end');
    area.focus();
    setCaret(null);
    onType(area.value);
  }

  function takesKey(event: KeyboardEvent): boolean {
    const path = files[active];
    if (mention === null || path === undefined || isComposing(event)) return false;
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setChosen({ query: mention.query, index: (active + step + files.length) % files.length });
    } else if (event.key === 'Enter' || event.key === 'Tab') choose(path);
    else if (event.key === 'Escape') setDismissed(mention.start);
    else return false;
    return true;
  }

  function moveCaret(at: number | null): void {
    setCaret(at);
    if (dismissed !== null && (at === null || at <= dismissed)) setDismissed(null);
  }

  return { files, active, listId, optionId: (index) => `${listId}-${index}`, moveCaret, takesKey, choose };
}
