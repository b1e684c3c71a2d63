import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import {
  type Environment,
  hiddenNames,
  windowsProgram,
  withOwnFirst,
  withoutNames,
} from './command-environment.ts';
import { type ReadLogin, readLoginEnvironment } from './login-environment.ts';

/** Through the person's shell, or as a program with arguments. */
export type CommandInvocation = { type: 'shell'; line: string } | { type: 'argv'; argv: readonly string[] };

export type Program = { file: string; args: readonly string[]; env: Environment };

export type PersonShellDeps = {
  /** The environment of this process. */
  env: Environment;
  /** Names of variables with keys. */
  secrets: readonly string[];
  /** Names of those that the person allows. */
  passed: () => readonly string[];
  /** Reads the environment of a login shell; by default by running it. */
  readLogin?: ReadLogin;
  report: (error: unknown) => void;
};

/** The person's login shell and its environment. */
export class PersonShell {
  readonly #deps: PersonShellDeps;
  readonly #shell: string;
  #login: Promise<Environment> | undefined;

  constructor(deps: PersonShellDeps) {
    this.#deps = deps;
    this.#shell = shellOf(deps.env);
  }

  /** Returns the program by which a command runs. */
  async program(words: CommandInvocation): Promise<Program> {
    switch (words.type) {
      case 'shell':
        return this.#line(words.line);
      case 'argv': {
        const [file = '', ...args] = words.argv;
        const env = withOwnFirst(this.#shown(await this.#loginEnvironment()));
        if (process.platform !== 'win32') return { file, args, env };
        return { file: windowsProgram(file, env, existsSync), args, env };
      }
    }
  }

  /** Returns the environment for a program that is not an agent's command; `kept` are keys that it gets. */
  async environment(kept: readonly string[]): Promise<Environment> {
    const { env, secrets, passed } = this.#deps;
    const login = await this.#loginEnvironment();
    const hidden = hiddenNames(login, secrets, [...passed(), ...kept]);
    const keys = Object.entries(env).filter(([name]) => kept.includes(name));
    return withOwnFirst({ ...withoutNames(login, hidden), ...Object.fromEntries(keys) });
  }

  async #line(line: string): Promise<Program> {
    const env = this.#shown(this.#deps.env);
    if (process.platform === 'win32')
      return { file: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command', line], env };
    // Removed again after the profile, which may set keys anew, and also where it could not be read.
    const { secrets, passed } = this.#deps;
    const kept = passed();
    const keys = secrets.filter((name) => !kept.includes(name));
    const found = this.#hidden(await this.#loginEnvironment());
    const set = [...new Set([...found, ...keys])].filter(isPlainName);
    const before = set.length === 0 ? '' : `${unsetting(this.#shell, set)}\n`;
    return { file: this.#shell, args: ['-lc', `${before}${line}`], env };
  }

  #hidden(environment: Environment): string[] {
    return hiddenNames(environment, this.#deps.secrets, this.#deps.passed());
  }

  #shown(environment: Environment): Environment {
    return withoutNames(environment, this.#hidden(environment));
  }

  /** The environment of the login shell, read once; that of this process where it can't be read. */
  #loginEnvironment(): Promise<Environment> {
    const { env, readLogin = readLoginEnvironment, report } = this.#deps;
    this.#login ??= readLogin(this.#shell, this.#shown(env)).catch((error: unknown) => {
      report(error);
      return env;
    });
    return this.#login;
  }
}

/** Returns the login shell of Parley's user. */
function shellOf(env: Environment): string {
  const named = env['SHELL'];
  if (named !== undefined && named.startsWith('/')) return named;
  const entry = process.platform === 'win32' ? null : userInfo().shell;
  return entry === null || entry === '' ? '/bin/sh' : entry;
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

function unsetting(shell: string, names: readonly string[]): string {
  return basename(shell) === 'fish' ? `set -e ${names.join(' ')}` : `unset ${names.join(' ')}`;
}
