import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of a shell of this machine; undefined where it is not installed. */
export function installedShell(name: string): string | undefined {
  return ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
