import { useEffect, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';

/** The files that fit a query, the last known ones while new ones are looked for; none without a query. */
export function useFileSearch(id: WorkspaceId, query: string | null): readonly string[] {
  const { companion } = useParley();
  const [files, setFiles] = useState<readonly string[]>([]);
  useEffect(() => {
    if (query === null) return;
    const search = new AbortController();
    companion.findFiles(id, query, search.signal).then(
      (found) => {
        if (!search.signal.aborted) setFiles(found.files);
      },
      // Without an answer there is nothing to choose from; what was typed stands as it is.
      () => {
        if (!search.signal.aborted) setFiles([]);
      },
    );
    return () => search.abort();
  }, [companion, id, query]);
  return query === null ? [] : files;
}
