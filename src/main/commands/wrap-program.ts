import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import type { SandboxManager } from '@anthropic-ai/sandbox-runtime';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { gitPlaces, repositoryPlaces } from './git-places.ts';
import type { Program } from './person-shell.ts';

/** The rights of a confined command: to write below `root`, an absolute path, and reach hosts by their names. */
export type Bounds = { root: string; hosts: readonly string[] };

export type WrapFolders = {
  /** Folders that no confined command sees into. */
  hidden: readonly string[];
  /** Folders for temporary files, which each may write in; those of the system by default. */
  temporary?: readonly string[] | undefined;
};

/** A program to run in `cwd`; `id` names it to the sandbox. */
type ProgramToWrap = { program: Program; cwd: string; bounds: Bounds; id: string };

/** Returns a program as it runs confined in its folder. */
export async function wrapProgram(
  sandbox: typeof SandboxManager,
  { program, cwd, bounds: { root }, id }: ProgramToWrap,
  { hidden, temporary = [tmpdir(), '/tmp', '/var/tmp'] }: WrapFolders,
): Promise<Program> {
  const writable = temporary.filter((folder) => existsSync(folder));
  const kept = [
    ...(await gitPlaces(root, program.env)),
    ...writable.flatMap(repositoryPlaces),
    ...programFolders(root, program.env),
  ];
  const filesystem = {
    denyRead: hidden.map(literally),
    allowWrite: [root, ...writable].map(literally),
    denyWrite: [...new Set(kept)].map(literally),
  };
  const words = [program.file, ...program.args].map(quoted).join(' ');
  const line = `TMPDIR=${quoted(temporary[0] ?? tmpdir())}; export TMPDIR; exec ${words}`;
  const options = { commandId: id };
  const wrapped = await sandbox.wrapWithSandboxArgv(line, '/bin/sh', { filesystem }, undefined, cwd, options);
  const [file = '', ...args] = wrapped.argv;
  const added = Object.entries(wrapped.env).filter(([name, value]) => process.env[name] !== value);
  return { file, args, env: { ...program.env, ...Object.fromEntries(added) } };
}

/** The folders in a folder that programs are looked up in by their names, whoever runs them. */
function programFolders(root: string, { PATH = '' }: Program['env']): string[] {
  return PATH.split(delimiter).filter(
    (folder) => isAbsolute(folder) && folder !== root && isAtOrUnder(folder, root) && existsSync(folder),
  );
}

/** An entry that is a path and never a pattern. */
export function literally(path: string): { path: string; literal: true } {
  return { path, literal: true };
}

/** A word in the quotes of a shell, in which nothing has a meaning. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
