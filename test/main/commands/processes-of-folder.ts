import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The processes that know a folder, each as its pid and command: it is in their command or environment, or around
 * the folder they work in. None elsewhere than on Linux, which alone tells.
 */
export function processesOfFolder(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => [commandOf, environmentOf, workingFolderOf].some((read) => read(pid).includes(folder)))
    .map((pid) => `${pid} ${commandOf(pid)}`);
}

/** Nothing is told of a process that has ended, or is another user's. */
const readable = (read: (pid: string) => string) => (pid: string) => {
  try {
    return read(pid);
  } catch {
    return '';
  }
};

const commandOf = readable((pid) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
);

const environmentOf = readable((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));

const workingFolderOf = readable((pid) => readlinkSync(`/proc/${pid}/cwd`));
