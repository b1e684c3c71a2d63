/** Returns the input that is kept of an outside asker's call: the folder that it works in, where it names one. */
export function outsideInput(folder: string | null): { folder: string } | null {
  return folder === null ? null : { folder };
}

/** Returns the folder of such an input; undefined where there is none, as in what an older version stored. */
export function outsideFolder(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('folder' in input)) return undefined;
  return typeof input.folder === 'string' ? input.folder : undefined;
}
