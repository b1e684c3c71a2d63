import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../../../commands/command-environment.ts';
import { runStored, type RunDeps } from './run-stored.ts';

export type Npm = { file: string; args: readonly string[] };

/** Finds npm on the path of an environment; undefined where it has none. */
export function findNpm(env: Environment, platform = process.platform): Npm | undefined {
  const path = Object.entries(env).find(([name]) => /^path$/i.test(name))?.[1] ?? '';
  const folders = path.split(delimiter).filter(isAbsolute);
  if (platform !== 'win32') {
    const file = folders.map((folder) => join(folder, 'npm')).find(canRun);
    return file === undefined ? undefined : { file, args: [] };
  }
  // npm.cmd would need a shell, so its script is run by the Node beside it.
  const folder = folders.find((one) => existsSync(join(one, 'npm.cmd')) && existsSync(join(one, 'node.exe')));
  if (folder === undefined) return undefined;
  return { file: join(folder, 'node.exe'), args: [join(folder, 'node_modules/npm/bin/npm-cli.js')] };
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type InstallRequest = {
  /** The package at its version. */
  spec: string;
  /** The folder for the package and what it needs, and one for what is fetched. */
  folder: string;
  cache: string;
};

/**
 * Returns the arguments of the install, the same whatever the person's own settings of npm leave out. No script of a
 * package runs.
 */
function installArguments({ spec, folder, cache }: InstallRequest): string[] {
  return [
    'install',
    '--prefix',
    folder,
    '--cache',
    cache,
    '--ignore-scripts',
    '--global=false',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    // npm would otherwise try for more than a minute where there is no network.
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
    '--json',
    '--loglevel=http',
    spec,
  ];
}

/**
 * Why npm failed. `code` is its own for that, such as `ENOSPC`; null where it gave none. `ran` is false where it did
 * not get so far as to print a line of its own.
 */
export type NpmFailure = { code: string | null; summary: string; ran: boolean };

export type NpmEnd = { type: 'done' } | { type: 'stopped' } | ({ type: 'failed' } & NpmFailure);

/** What npm prints with `--json` where it fails. */
const failedSchema = z.object({
  error: z.object({ code: z.string().nullish(), summary: z.string().nullish() }),
});

/** The line by which every npm names the code of a failure, also one that printed no JSON. */
const codeLine = /^npm (?:error|ERR!) code (\S+)/;

/** npm (11.19) leaves out a file that it could not write, and says only by this line that it did: it ends as if all went well. */
const leftOutLine = /TAR_ENTRY_ERROR (\w+)/;

/** A line of npm's own. One that its Node can't run prints none. */
const ownLine = /^npm (?:http|warn|WARN|notice|error|ERR!)/;

/** Runs npm and returns how that ended. */
export async function runNpm(
  npm: Npm,
  request: InstallRequest,
  deps: RunDeps,
  stop: AbortSignal,
): Promise<NpmEnd> {
  const said: NpmLines = { code: null, leftOut: null, ran: false };
  const words = [...npm.args, ...installArguments(request)];
  const onLine = (line: string) => {
    noteLine(said, line);
    deps.onLine(line);
  };
  const end = await runStored({ file: npm.file, args: words }, { ...deps, onLine }, stop);
  switch (end.type) {
    case 'stopped':
      return end;
    case 'not-started':
      return { type: 'failed', code: null, summary: end.problem, ran: false };
    case 'exited':
      if (end.code === 0 && said.leftOut === null) return { type: 'done' };
      return { type: 'failed', ...failureIn(end.output, said) };
  }
}

/** What npm says of a package at its version, as it prints that with `--json`. */
export type Described = { type: 'done'; described: unknown } | Exclude<NpmEnd, { type: 'done' }>;

/** Has npm say what its registry knows of a package. Nothing of the package is fetched. */
export async function describePackage(
  npm: Npm,
  spec: string,
  deps: RunDeps,
  stop: AbortSignal,
): Promise<Described> {
  const said: NpmLines = { code: null, leftOut: null, ran: false };
  // Of a package with one of the fields npm prints that alone, without its name; these two each has.
  const fields = ['name', 'version', 'scripts', 'dist.unpackedSize'];
  const options = ['--json', '--no-update-notifier', '--fetch-retries=0', '--loglevel=http'];
  const onLine = (line: string) => {
    noteLine(said, line);
    deps.onLine(line);
  };
  const program = { file: npm.file, args: [...npm.args, 'view', spec, ...fields, ...options] };
  const end = await runStored(program, { ...deps, onLine }, stop);
  switch (end.type) {
    case 'stopped':
      return end;
    case 'not-started':
      return { type: 'failed', code: null, summary: end.problem, ran: false };
    case 'exited':
      if (end.code !== 0) return { type: 'failed', ...failureIn(end.output, said) };
      return { type: 'done', described: jsonIn(end.output) };
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What npm's lines say: codes of failures, and whether any line was npm's own. */
type NpmLines = { code: string | null; leftOut: string | null; ran: boolean };

function noteLine(said: NpmLines, line: string): void {
  said.ran ||= ownLine.test(line);
  said.code ??= codeLine.exec(line)?.[1] ?? null;
  said.leftOut ??= leftOutLine.exec(line)?.[1] ?? null;
}

function failureIn(output: string, said: NpmLines): NpmFailure {
  const { code, summary } = errorIn(output);
  return { code: code ?? said.code ?? said.leftOut, summary: summary ?? '', ran: said.ran };
}

function errorIn(output: string): z.infer<typeof failedSchema>['error'] {
  try {
    return failedSchema.safeParse(JSON.parse(output)).data?.error ?? {};
  } catch {
    return {};
  }
}
