import type { ChangedFile, TurnChanges } from './transcript.ts';

/** Returns the files that the agent of a turn changed, as far as that is known. */
export function filesOfAgent({ files }: Pick<TurnChanges, 'files'>): ChangedFile[] {
  return files.filter(({ alsoChanged }) => alsoChanged === undefined);
}

/**
 * Returns the paths that `Undo this turn` takes unless the person chooses others: those of the agent, and all where the
 * folder is the chat's own.
 */
export function undoneUnasked(changes: Pick<TurnChanges, 'files'>, ownsFolder: boolean): string[] {
  const files = ownsFolder ? changes.files : filesOfAgent(changes);
  return files.flatMap(({ path, kept }) => (kept === undefined ? [path] : []));
}
