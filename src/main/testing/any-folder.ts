import type { KnownFolder } from '../folder/known-folder.ts';

/** The folder at a path, whichever it is. */
export const anyFolder = (path: string): KnownFolder => ({ path, identity: null });
