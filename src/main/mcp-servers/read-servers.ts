import { join } from 'node:path';
import type { ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import { parseServersFile, type ServerEntry } from '../../shared/mcp-servers/servers-file.ts';
import { serversFile } from '../trust/look-at-folder.ts';
import { readDataFile } from '../storage/data-file.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Trust } from '../trust/folder-trusts.ts';

/** The file of a data folder with the person's own servers. */
const ownServersFile = 'mcp.json';

/** A problem of an entry, or of all of a file. */
export type FileProblem = ServersOverview['problems'][number];

/** Reads the servers of a folder, or the person's own where that is null; none where there is no file, or no trust. */
export async function readServers(
  folder: string | null,
  { dataDir, trust }: { dataDir: string; trust: Pick<Trust, 'read'> },
): Promise<{ servers: readonly ServerEntry[]; problems: FileProblem[] }> {
  const file = folder === null ? join(dataDir, ownServersFile) : join(folder, serversFile);
  try {
    const text = folder === null ? readDataFile(file) : await trust.read(folder, serversFile);
    if (text === undefined) return { servers: [], problems: [] };
    const { servers, problems } = parseServersFile(text);
    return { servers, problems: problems.map(({ name, problem }) => ({ file, entry: name, problem })) };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { servers: [], problems: [{ file, entry: null, problem: error.message }] };
  }
}
