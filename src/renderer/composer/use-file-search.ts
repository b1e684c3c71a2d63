import { useEffect, useMemo, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';
import { hasInOrder } from './has-in-order.ts';

type Found = { query: string | null; files: readonly string[] };

/**
 * The files that fit a query; none without one. While new ones are looked for these are the last known
 * ones that still fit, so that a key never takes a file that was not typed for.
 */
export function useFileSearch(id: WorkspaceId, query: string | null): readonly string[] {
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
