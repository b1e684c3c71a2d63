import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, win32 } from 'node:path';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { quietGitEnvironment } from '../folder/quiet-git.ts';
import { markerVariable } from './processes.ts';

export type Environment = Record<string, string | undefined>;

/** Variables by which a program would take itself for a build job without a person. */
const ciVariables = [
  'CI',
  'CONTINUOUS_INTEGRATION',
  'BUILD_NUMBER',
  'RUN_ID',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'CIRCLECI',
  'TRAVIS',
  'BUILDKITE',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'TF_BUILD',
];

/** Variables of Parley itself, or of the program that started it. */
const ownVariables =
  /^(PARLEY_|ELECTRON_|npm_)|^(INIT_CWD|NODE|NODE_COMPILE_CACHE|NODE_CHANNEL_FD|NODE_OPTIONS)$/;

/**
 * Returns the names in an environment that a command must not get: Parley's own, provider keys, and what marks a
 * build job. `secrets` are names of keys, `passed` those that the person allows.
 */
export function hiddenNames(
  environment: Environment,
  secrets: readonly string[],
  passed: readonly string[],
): string[] {
  return Object.keys(environment).filter((name) => {
    const isSecret = secrets.includes(name) && !passed.includes(name);
    return isSecret || ownVariables.test(name) || ciVariables.includes(name);
  });
}

/** Returns an environment without some variables, and without the folders that npm puts before the path. */
export function withoutNames(environment: Environment, names: readonly string[]): Environment {
  const kept = Object.entries(environment).filter(([name]) => !names.includes(name));
  const { npm_lifecycle_event: script, npm_execpath: npm } = environment;
  const isFromNpm = script !== undefined || npm !== undefined;
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isFromNpm && /^path$/i.test(name) ? ownPath(value) : value]),
  );
}

/** Removes the entries that npm adds when it runs a script. */
function ownPath(path: string | undefined): string | undefined {
  const entries = path?.split(delimiter) ?? [];
  const first = entries.findIndex((entry) => !/[\\/]node_modules[\\/]|node-gyp-bin/.test(entry));
  return first < 0 ? path : entries.slice(first).join(delimiter);
}

/**
 * Returns an environment whose path has absolute folders before relative ones, so that a chat's folder can't
 * replace the person's programs.
 */
export function withOwnFirst(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      if (value === undefined || !/^path$/i.test(name)) return [name, value];
      const entries = value.split(delimiter);
      return [
        name,
        [...entries.filter(isAbsolute), ...entries.filter((entry) => !isAbsolute(entry))].join(delimiter),
      ];
    }),
  );
}

/**
 * Returns where Windows finds a program by name in the folders of the path alone; the system itself would search
 * the working directory first. A name with a folder stays as it is; one that is found nowhere becomes one that no
 * folder can have.
 */
export function windowsProgram(
  name: string,
  environment: Environment,
  isThere: (path: string) => boolean,
): string {
  if (/[\\/:]/.test(name)) return name;
  const path = Object.entries(environment).find(([key]) => /^path$/i.test(key))?.[1] ?? '';
  const names = /\.(?:exe|com)$/i.test(name) ? [name] : [`${name}.exe`, `${name}.com`];
  const found = path
    .split(win32.delimiter)
    .filter((folder) => win32.isAbsolute(folder))
    .flatMap((folder) => names.map((one) => win32.join(folder, one)))
    .find((one) => isThere(one));
  return found ?? `\\\\?\\not-on-the-path\\${name}`;
}

const forReading = /^(?:HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TERM|TMPDIR)$/;

/**
 * Returns the environment for a command that reads only: a few variables by their names, none of which has a program
 * do more, and a path without folders in `root`, the chat's.
 */
export function readingEnvironment(environment: Environment, root: string): Environment {
  const kept = Object.entries(environment).filter(([name]) => forReading.test(name));
  const entries = (environment['PATH'] ?? '').split(delimiter);
  const path = entries.filter((entry) => isAbsolute(entry) && !isInside(entry, root)).join(delimiter);
  const { LC_ALL: _, ...quiet } = quietGitEnvironment(
    { ...Object.fromEntries(kept), PATH: path === '' ? '/' : path },
    environment['HOME'] ?? '/',
  );
  return { ...quiet, ...(environment['LC_ALL'] !== undefined && { LC_ALL: environment['LC_ALL'] }) };
}

const secretNames =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|COOKIE|API_?KEY|ACCESS_?KEY|_(?:KEY|PAT|AUTH|DSN)$/i;

/** Variables that lead to programs of the person's session, and to their keys. */
const sessionNames =
  /^(?:SSH_|GPG_|DBUS_|DOCKER_|KUBE|AWS_|XAUTHORITY$|DISPLAY$|WAYLAND_|XDG_RUNTIME_DIR$|GIT_ASKPASS$|SUDO_ASKPASS$|NOTIFY_SOCKET$)/i;

/** Returns an environment without what holds keys, as far as names and addresses tell, or leads to the session. */
export function withoutSecrets(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) =>
        !secretNames.test(name) && !sessionNames.test(name) && !/:\/\/[^/\s@]+@/.test(value ?? ''),
    ),
  );
}

function isInside(entry: string, root: string): boolean {
  try {
    return isAtOrUnder(entry, root) || isAtOrUnder(realpathSync(entry), root);
  } catch {
    return isAtOrUnder(entry, root);
  }
}

/** Returns an environment with the variable that marks a command's processes. */
export function withMarker(environment: Environment, marker: string): Environment {
  return { ...environment, [markerVariable]: marker };
}
