import type { DataFolder } from './data-folder.ts';
import type { ReadBlob } from './file-content.ts';
import type { KnownFolder } from './folder-handle.ts';
import type { GitIgnores } from './ignore-rules.ts';

/** A chat's folder with the data folder, which is closed to chats, and git's ignore rules. */
export type ChatFolder = KnownFolder & { dataFolder: DataFolder; ignores: GitIgnores };

/** A folder to write in. */
export type WritableFolder = ChatFolder & { readBlob?: ReadBlob };
