import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { mentionAt, mentionOf } from '../../../shared/transcript/mentions.ts';
import type { ServerOffersInfo } from '../../../shared/mcp-servers/server-info.ts';
import { useParley } from '../../parley-context.tsx';
import { editText } from '../../ui/edit-text.ts';
import { type Listbox, useListbox } from '../../ui/use-listbox.ts';
import { useServerOffers } from './use-server-offers.ts';

/** True if a path has the characters of a query in order, ignoring case. */
export function hasInOrder(path: string, query: string): boolean {
  const text = path.normalize('NFC').toLowerCase();
  let at = 0;
  for (const character of query.normalize('NFC').toLowerCase()) {
    const found = text.indexOf(character, at);
    if (found === -1) return false;
    at = found + character.length;
  }
  return true;
}

type Found = { query: string | null; files: readonly string[] };

/**
 * Returns the files that match a query. While new ones load, these are the last known ones that still match, so
 * that Enter never takes a file that was not typed for.
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
        // Without an answer nothing is offered; the text stays as it is.
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

/** A file by its path, or a resource of an MCP server. */
export type Mentionable = { path: string; resource: { title: string; server: string } | null };

const mostResources = 20;

/**
 * Returns the files that match a query, and the resources whose address or title does; those whose address begins
 * with it come first.
 */
export function mentionables(
  files: readonly string[],
  { resources }: Pick<ServerOffersInfo, 'resources'>,
  query: string | null,
): Mentionable[] {
  if (query === null) return [];
  const typed = query.toLowerCase();
  const fitting = resources
    .filter(({ mention, title }) => hasInOrder(`${mention} ${title}`, query))
    .map(({ mention: path, title, server }) => ({ path, resource: { title, server } }));
  const isFirst = ({ path }: Mentionable) => typed !== '' && path.toLowerCase().startsWith(typed);
  const first = fitting.filter(isFirst).slice(0, mostResources);
  const others = fitting.filter((one) => !isFirst(one)).slice(0, mostResources - first.length);
  return [...first, ...files.map((path) => ({ path, resource: null })), ...others];
}

export type Mentions = {
  found: readonly Mentionable[];
  listbox: Listbox;
  /** Notes the position of the caret; null closes the list. */
  moveCaret(caret: number | null): void;
};

/** The list of files and resources after an `@`: open while a mention is typed and something matches. */
export function useMentions({ workspaceId, field, text, onType }: MentionsInput): Mentions {
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const typed = caret === null ? null : mentionAt(text, caret);
  const mention = typed?.start === dismissed ? null : typed;
  const query = mention?.query ?? null;
  const files = useFileSearch(workspaceId, query);
  const offers = useServerOffers(workspaceId, mention !== null);
  const found = useMemo(() => mentionables(files, offers, query), [files, offers, query]);

  function choose(index: number): boolean {
    const path = found[index]?.path;
    const area = field.current;
    if (path === undefined || area === null || mention === null || caret === null) return false;
    const end = area.value.startsWith(' ', caret) ? caret + 1 : caret;
    area.focus();
    editText(area, { start: mention.start, end, inserted: `${mentionOf(path)} ` });
    setCaret(null);
    onType(area.value);
    return true;
  }

  const listbox = useListbox({
    options: useMemo(() => found.map(({ path }) => path), [found]),
    query: query ?? '',
    start: 'first',
    choose,
    onTab: choose,
    close: () => setDismissed(mention?.start ?? null),
  });

  function moveCaret(at: number | null): void {
    setCaret(at);
    if (dismissed !== null && (at === null || at <= dismissed)) setDismissed(null);
  }

  return { found, listbox, moveCaret };
}
