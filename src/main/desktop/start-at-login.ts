import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The program that starts with the person's computer, and what it is given. */
type LoginProgram = { path: string; args: readonly string[] };

export type LoginHost = {
  platform: NodeJS.Platform;
  program: LoginProgram;
  /** The folder of the person's settings on Linux. */
  configDir: string;
  /** Enters the program among the system's login items, or takes it out; on a Mac and on Windows. */
  setLoginItem(item: { openAtLogin: boolean; path: string; args: string[] }): void;
};

/** Returns the folder of the person's settings as the XDG Base Directory Specification has it. */
export function configDirOf(env: Record<string, string | undefined>, home: string): string {
  const { XDG_CONFIG_HOME: given = '' } = env;
  return given.startsWith('/') ? given : join(home, '.config');
}

/** The file that starts Parley on Linux, as the Desktop Application Autostart Specification has it. */
export const autostartFile = (configDir: string) => join(configDir, 'autostart', 'parley.desktop');

/** Has Parley start when the person signs in, or no longer. */
export async function startAtLogin(isOn: boolean, host: LoginHost): Promise<void> {
  const { platform, program, configDir, setLoginItem } = host;
  if (platform !== 'linux')
    return setLoginItem({ openAtLogin: isOn, path: program.path, args: [...program.args] });
  const file = autostartFile(configDir);
  if (!isOn) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, autostartEntry(program));
}

/** Returns a desktop entry that starts a program. */
export function autostartEntry({ path, args }: LoginProgram): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Parley',
    `Exec=${[path, ...args].map(execWord).join(' ')}`,
    'Terminal=false',
    '',
  ].join('\n');
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Quotes a word of an `Exec` line; the line is a string of the file as well, with escapes of its own. */
function execWord(word: string): string {
  const quoted = word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${quoted.replace(/[\\\n\r\t]/g, (char) => escapes.get(char) ?? char)}"`;
}
