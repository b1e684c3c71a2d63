import type { DataFolder } from './data-folder.ts';
import type { ReadBlob } from './file-content.ts';
import type { KnownFolder } from './folder-handle.ts';
import type { GitIgnores } from './ignore-rules.ts';

/** A chat's folder, with the data folder, which is closed to chats, and what git ignores. */
export type ChatFolder = KnownFolder & { dataFolder: DataFolder; ignores: GitIgnores };

/** A folder that is written in. */
export type WritableFolder = ChatFolder & { readBlob?: ReadBlob };
