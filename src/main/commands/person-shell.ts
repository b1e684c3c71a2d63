import { existsSync } from 'node:fs';
import {
  type Environment,
  hiddenNames,
  readingEnvironment,
  windowsProgram,
  withOwnFirst,
  withoutNames,
} from './command-environment.ts';
import type { LoginShell } from './login-environment.ts';

/** Through the person's shell, or as a program with arguments; `reads` is the folder that one only reads in. */
export type CommandInvocation =
  | { type: 'shell'; line: string }
  | { type: 'argv'; argv: readonly string[]; reads?: string };

export type Program = { file: string; args: readonly string[]; env: Environment };

type PersonShellDeps = {
  login: LoginShell;
  /** The environment of this process, whose keys win over those that a startup file sets. */
  env: Environment;
  /** Names of variables with keys. */
  secrets: readonly string[];
  /** Names of those that the person allows. */
  passed: () => readonly string[];
};

/** Runs programs, and lines of the person's shell, in the environment of their login shell. */
export class PersonShell {
  readonly #deps: PersonShellDeps;

  constructor(deps: PersonShellDeps) {
    this.#deps = deps;
  }

  /** Returns the program by which a command runs. */
  async program(words: CommandInvocation): Promise<Program> {
    const env = await this.environment([]);
    switch (words.type) {
      case 'shell': {
        const { file, kind } = this.#deps.login.shell;
        return { file, args: kind.run(`${await this.#unsetting()}${words.line}`), env };
      }
      case 'argv': {
        const [file = '', ...args] = words.argv;
        if (words.reads !== undefined) return { file, args, env: readingEnvironment(env, words.reads) };
        if (process.platform !== 'win32') return { file, args, env };
        return { file: windowsProgram(file, env, existsSync), args, env };
      }
    }
  }

  /** Returns the environment for a program; `kept` are keys that it gets beside those that the person allows. */
  async environment(kept: readonly string[]): Promise<Environment> {
    const { env, login, secrets, passed } = this.#deps;
    const given = [...passed(), ...kept];
    const read = await login.environment();
    const keys = Object.entries(env).filter(([name]) => secrets.includes(name) && given.includes(name));
    return withOwnFirst({
      ...withoutNames(read, hiddenNames(read, secrets, given)),
      ...Object.fromEntries(keys),
    });
  }

  /**
   * Returns a line that removes keys again, which files that a shell reads for every line may set; empty where that
   * is not needed.
   */
  async #unsetting(): Promise<string> {
    if (process.platform === 'win32') return '';
    const { login, secrets, passed } = this.#deps;
    const given = passed();
    const keys = secrets.filter((name) => !given.includes(name));
    const found = hiddenNames(await login.environment(), secrets, given);
    const names = [...new Set([...found, ...keys])].filter((name) => /^[A-Za-z_]\w*$/.test(name));
    return names.length === 0 ? '' : `${login.shell.kind.unset(names)}\n`;
  }
}
