type Kinded = {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
};

/** Returns the kind of a folder's entry, in a word a model and a person understand. */
export function kindOf(entry: Kinded): 'file' | 'folder' | 'link' | 'pipe' | 'socket' | 'device' {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFIFO()) return 'pipe';
  return entry.isSocket() ? 'socket' : 'device';
}
