import { useEffect, useState } from 'react';
import { useParley } from '../parley-context.tsx';

/** Folders that the field suggests: none until something was typed, or after Escape. */
export type Completion = { folders: readonly string[]; chosen: number };

export const nothingOffered: Completion = { folders: [], chosen: -1 };

/** Folders that what was typed can go on to; `typed` is null while nothing is to be offered. */
export function useFolderCompletion(typed: string | null) {
  const { companion } = useParley();
  const [completion, setCompletion] = useState(nothingOffered);

  useEffect(() => {
    let stale = false;
    const offer = (folders: readonly string[]) => {
      if (!stale) setCompletion((now) => offered(now, folders));
    };
    if (typed === null) offer([]);
    else
      companion.client.app.listFolders({ typed }).then(
        (folders) => offer(folders.filter((folder) => folder !== typed)),
        () => offer([]),
      );
    return () => {
      stale = true;
    };
  }, [companion, typed]);

  return { completion, setCompletion };
}

/** Other folders to offer; one that was chosen while they were looked for stays chosen if it is among them. */
export function offered({ folders: before, chosen }: Completion, folders: readonly string[]): Completion {
  const picked = before[chosen];
  return { folders, chosen: picked === undefined ? -1 : folders.indexOf(picked) };
}

/** The completion after a step up or down, going round by way of the field itself. */
export function stepped({ folders, chosen }: Completion, step: 1 | -1): Completion {
  const places = folders.length + 1;
  return { folders, chosen: ((chosen + 1 + step + places) % places) - 1 };
}

/**
 * Returns the path that Tab completes to: the chosen folder, else the common start of all; undefined if
 * that adds nothing.
 */
export function tabbed({ folders, chosen }: Completion, typed: string): string | undefined {
  const picked = folders[chosen] ?? (folders.length === 1 ? folders[0] : undefined);
  if (picked !== undefined) return `${picked}/`;
  const shared = folders.reduce((before, folder) => sharedStart(before, folder), folders[0] ?? '');
  return shared.length > typed.length ? shared : undefined;
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
