/** Returns the last part of a path. */
export function folderName(folder: string): string {
  return partsOf(folder).at(-1) ?? folder;
}

/** Returns the names of folders, each with as much of its path as tells it from the others. */
export function folderNames(folders: readonly string[]): Map<string, string> {
  const parts = new Map(folders.map((folder) => [folder, partsOf(folder)]));
  const nameOf = (folder: string, count: number) =>
    (parts.get(folder) ?? []).slice(-count).join('/') || folder;
  return new Map(
    folders.map((folder) => {
      const most = parts.get(folder)?.length ?? 1;
      let count = 1;
      const isTaken = (name: string) =>
        folders.some((other) => other !== folder && nameOf(other, count) === name);
      while (count < most && isTaken(nameOf(folder, count))) count += 1;
      return [folder, nameOf(folder, count)];
    }),
  );
}

function partsOf(folder: string): string[] {
  return folder.split(/[/\\]/).filter((part) => part !== '');
}
