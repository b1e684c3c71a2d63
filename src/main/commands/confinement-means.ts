import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Returns where the programs are that confine a command; null where there are none. */
export async function meansOf(
  env: Record<string, string | undefined>,
): Promise<{ bwrapPath?: string; socatPath?: string } | null> {
  if (process.platform === 'darwin') return {};
  if (process.platform !== 'linux') return null;
  const bwrapPath = await programIn(env, 'bwrap');
  const socatPath = await programIn(env, 'socat');
  return bwrapPath === undefined || socatPath === undefined ? null : { bwrapPath, socatPath };
}

async function programIn(env: Record<string, string | undefined>, name: string): Promise<string | undefined> {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    const isThere = isAbsolute(folder) && (await access(path, constants.X_OK).then(yes, () => false));
    if (isThere) return path;
  }
  return undefined;
}

const yes = () => true;
