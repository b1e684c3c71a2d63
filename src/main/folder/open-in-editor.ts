import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { messageOf } from '../../shared/thrown-error.ts';
import type { ChatFolder } from './chat-folder.ts';
import { withOwnPrograms } from './own-programs.ts';
import { locate, shownName } from './workspace-path.ts';

type Environment = Record<string, string | undefined>;

/** Returns the command of the editor found on the `PATH`; empty for none. */
export function findEditor({ PATH = '' }: Environment): string {
  const isFound = PATH.split(delimiter).some((folder) => isAbsolute(folder) && canRun(join(folder, 'code')));
  return isFound && process.platform !== 'win32' ? 'code -g {path}:{line}' : '';
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Splits a command at spaces outside of double quotes, and fills in `{path}` and `{line}`. Without `{path}` the
 * path is appended.
 */
export function editorArgv(command: string, place: { path: string; line: number }): string[] {
  const words = command.match(/(?:"[^"]*"|[^\s"])+/gu) ?? [];
  const named = command.includes('{path}') || words.length === 0 ? words : [...words, '{path}'];
  return named.map((word) =>
    word
      .replaceAll('"', '')
      .replace(/\{(path|line)\}/gu, (_, name) => (name === 'path' ? place.path : `${place.line}`)),
  );
}

type OpenInEditor = {
  command: string;
  folder: ChatFolder;
  /** Relative to the folder. */
  path: string;
  line: number;
  env: Environment;
  /** How long the command is watched for a failure, in milliseconds. */
  patience?: number;
};

/**
 * Opens a file of a chat's folder by a command, without a shell. Resolves to the problem for the person, or to
 * undefined once the command has succeeded or has run for a while.
 */
export async function openInEditor(given: OpenInEditor): Promise<string | undefined> {
  const { command, folder, path, line, env, patience = 2_000 } = given;
  const found = await locate(folder, path);
  if (!found.ok)
    return `${shownName(path)} did not open. It is not in the folder of this chat now, or leads out of it.`;
  const [program, ...words] = editorArgv(command, { path: found.resolved.path, line });
  if (program === undefined) return 'No editor is set. Enter its command in Settings, under General.';
  const problem = await run({ program, words, folder: found.resolved.root, env, patience });
  return problem && `The editor did not open. ${problem} Check its command in Settings, under General.`;
}

type Run = { program: string; words: string[]; folder: string; env: Environment; patience: number };

function run({ program, words, folder, env, patience }: Run): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: withOwnPrograms(env), detached: true, stdio: 'ignore' as const };
    const editor = spawn(program, words, options);
    const timer = setTimeout(resolve, patience, undefined);
    const end = (problem?: string) => {
      clearTimeout(timer);
      resolve(problem);
    };
    editor.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ENOENT' ? `There is no program ${program}.` : messageOf(error)),
    );
    editor.on('exit', (code) =>
      end(code === 0 || code === null ? undefined : `${program} ended with ${code}.`),
    );
    editor.unref();
  });
}
