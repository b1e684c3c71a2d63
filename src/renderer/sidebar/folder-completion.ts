import { useEffect, useState } from 'react';
import { useParley } from '../parley-context.tsx';

/** Folders that a typed path can go on to; none until something was typed, or once closed. */
export function useFolderCompletion() {
  const { companion } = useParley();
  const [typed, setTyped] = useState<string | null>(null);
  const [folders, setFolders] = useState<readonly string[]>([]);

  useEffect(() => {
    if (typed === null) return;
    let stale = false;
    const offer = (found: readonly string[]) => {
      if (!stale) setFolders(found);
    };
    companion.client.app.listFolders({ typed }).then(
      (found) => offer(found.filter((folder) => folder !== typed)),
      () => offer([]),
    );
    return () => {
      stale = true;
    };
  }, [companion, typed]);

  function close(): void {
    setTyped(null);
    setFolders([]);
  }

  return { folders, complete: setTyped, close };
}

/** The path that Tab goes on to: the active folder, else all that the folders share; undefined if that is no more. */
export function tabbed(folders: readonly string[], active: number, typed: string): string | undefined {
  const picked = folders[active] ?? (folders.length === 1 ? folders[0] : undefined);
  if (picked !== undefined) return `${picked}/`;
  const shared = folders.reduce((before, folder) => sharedStart(before, folder), folders[0] ?? '');
  return shared.length > typed.length ? shared : undefined;
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
