import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../package-file.ts';

/** The state of a start of Parley from this process. */
type StartState = 'idle' | 'starting' | 'failed';

/** Starts Parley as a process of its own, which outlives this one. */
export class ParleyStart {
  readonly #args: readonly string[];
  #state: StartState = 'idle';

  /** `args` are those of `parley`, data dir included. */
  constructor(args: readonly string[]) {
    this.#args = [...args, '--if-not-running'];
  }

  get state(): StartState {
    return this.#state;
  }

  /** Starts it, unless a start is under way. Of several that start at once one stays. */
  begin(): void {
    if (this.#state === 'starting') return;
    this.#state = 'starting';
    const command = fileURLToPath(packageFile('out/cli/parley.js'));
    const child = spawn(process.execPath, [command, ...this.#args], {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    const ended = (state: StartState): void => {
      if (this.#state === 'starting') this.#state = state;
    };
    child.once('error', () => ended('failed'));
    child.once('exit', (code) => ended(code === 0 ? 'idle' : 'failed'));
    child.unref();
  }

  /** To be called when Parley is there: what becomes of it from then on is no failed start. */
  done(): void {
    this.#state = 'idle';
  }
}
