import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../package-file.ts';

type StartState = 'idle' | 'starting' | 'failed';

/** Starts Parley as a process that outlives this one. */
export class ParleyStart {
  readonly #args: readonly string[];
  #state: StartState = 'idle';

  /** `args` are those of `parley`, with the data folder. */
  constructor(args: readonly string[]) {
    this.#args = [...args, '--if-not-running'];
  }

  get state(): StartState {
    return this.#state;
  }

  /** Starts it, unless a start is under way. Of several concurrent starts one stays. */
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

  /** To be called once Parley is there: a later end is no failed start. */
  done(): void {
    this.#state = 'idle';
  }
}
