import type { KnownFolder } from '../folder/folder-handle.ts';

/** The folder at a path, whichever it is. */
export const anyFolder = (path: string): KnownFolder => ({ path, identity: null });
