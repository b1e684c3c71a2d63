import type { ChangedFile, TurnChanges } from './transcript.ts';

/** Returns the files that the agent of a turn changed, as far as that is known. */
export function filesOfAgent({ files }: Pick<TurnChanges, 'files'>): ChangedFile[] {
  return files.filter(({ alsoChanged }) => alsoChanged === undefined);
}

/** Returns the paths that `Undo this turn` takes unless the person chooses others. */
export function undoableByAgent(changes: Pick<TurnChanges, 'files'>): string[] {
  return filesOfAgent(changes).flatMap(({ path, kept }) => (kept === undefined ? [path] : []));
}
