import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { mentionAt, mentionOf } from '../../shared/transcript/mentions.ts';
import { useParley } from '../parley-context.tsx';
import { type Listbox, useListbox } from '../ui/use-listbox.ts';

/** True if a path has the characters of a query in their order, ignoring case. */
export function hasInOrder(path: string, query: string): boolean {
  const text = path.toLowerCase();
  let at = 0;
  for (const character of query.toLowerCase()) {
    const found = text.indexOf(character, at);
    if (found === -1) return false;
    at = found + character.length;
  }
  return true;
}

type Found = { query: string | null; files: readonly string[] };

/**
 * The files that fit a query; none without one. While new ones are looked for these are the last known
 * ones that still fit, so that a key never takes a file that was not typed for.
 */
function useFileSearch(id: WorkspaceId, query: string | null): readonly string[] {
  const { companion } = useParley();
  const [found, setFound] = useState<Found>({ query: null, files: [] });
  useEffect(() => {
    if (query === null) return;
    const search = new AbortController();
    const show = (files: readonly string[]) => {
      if (!search.signal.aborted) setFound({ query, files });
    };
    companion.client.workspace
      .findFiles({ workspaceId: id, query }, { signal: search.signal, context: { once: true } })
      .then(
        ({ files }) => show(files),
        // Without an answer there is nothing to choose from; what was typed stands as it is.
        () => show([]),
      );
    return () => search.abort();
  }, [companion, id, query]);
  return useMemo(() => {
    if (query === null || found.query === null) return [];
    return found.query === query ? found.files : found.files.filter((path) => hasInOrder(path, query));
  }, [found, query]);
}

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
