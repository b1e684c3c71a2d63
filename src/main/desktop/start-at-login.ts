import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The program to start at login, with its arguments. */
type LoginProgram = { path: string; args: readonly string[] };

export type LoginHost = {
  platform: NodeJS.Platform;
  program: LoginProgram;
  /** The configuration folder on Linux. */
  configDir: string;
  /** Adds or removes a login item, on macOS and Windows. */
  setLoginItem(item: { openAtLogin: boolean; path: string; args: string[] }): void;
};

/** Returns the configuration folder by the XDG Base Directory Specification. */
export function configDirOf(env: Record<string, string | undefined>, home: string): string {
  const { XDG_CONFIG_HOME: given = '' } = env;
  return given.startsWith('/') ? given : join(home, '.config');
}

/** The autostart file on Linux, by the Desktop Application Autostart Specification. */
export const autostartFile = (configDir: string) => join(configDir, 'autostart', 'parley.desktop');

/** Turns start at login on or off. */
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

/** Quotes a word of an `Exec` line, whose value is itself an escaped string of the file. */
function execWord(word: string): string {
  const quoted = word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${quoted.replace(/[\\\n\r\t]/g, (char) => escapes.get(char) ?? char)}"`;
}
