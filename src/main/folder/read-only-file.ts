import { access, constants, stat } from 'node:fs/promises';
import { shownName } from './workspace-path.ts';
import { ToolError } from './tool-error.ts';
import { errorCode } from '../../shared/thrown-error.ts';

const anyoneWrites = 0o222;

/**
 * Throws a ToolError where a file is read-only: nobody may write it by its mode bits, which hold for whoever
 * owns the machine too, or the system does not let this person. Replacing it would need no such right.
 */
export async function refuseReadOnly(path: string, name: string): Promise<void> {
  if (await isReadOnly(path)) throw new ToolError(`${shownName(name)} is read-only. Nothing was written.`);
}

async function isReadOnly(path: string): Promise<boolean> {
  try {
    if (((await stat(path)).mode & anyoneWrites) === 0) return true;
    await access(path, constants.W_OK);
    return false;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return false;
    if (code === 'EACCES' || code === 'EPERM') return true;
    throw error;
  }
}
