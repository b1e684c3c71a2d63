import type { AgentTool } from '../tool.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { searchFiles } from './search-files.ts';

/** The tools that look at a chat's folder and change nothing; offered in both modes. */
export const readOnlyTools: readonly AgentTool[] = [listFiles, readFile, searchFiles];
