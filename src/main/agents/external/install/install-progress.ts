import { createWriteStream, type WriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentInstall } from '../../../../shared/providers/agent-install.ts';
import type { StartTimer } from '../../../clock.ts';

/** The lines of an install that windows show, and the characters of each. */
const shownLines = 60;
const longestLine = 500;

/** The time between two looks at how far an install is, in milliseconds. */
const interval = 400;

type ProgressOptions = {
  /** The file that keeps all lines. */
  log: string;
  /** The folder into which npm fetches. */
  cache: string;
  after: StartTimer;
  onChange: (shown: Pick<AgentInstall, 'lines' | 'state'>) => void;
};

/** Shows how far an install is, and keeps what it prints. */
export class InstallProgress {
  readonly #options: ProgressOptions;
  readonly #file: WriteStream;
  #lines: string[] = [];
  #state: 'fetching' | 'checking' | 'over' = 'fetching';
  #stopTimer: () => void;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#file = createWriteStream(options.log, { mode: 0o600 });
    // On a full disk there is no log; the last lines are in the window.
    this.#file.on('error', () => undefined);
    this.#stopTimer = options.after(interval, () => void this.#look());
  }

  get lines(): string[] {
    return this.#lines;
  }

  readonly onLine = (line: string): void => {
    this.#file.write(`${line}\n`);
    this.#lines = [...this.#lines.slice(1 - shownLines), line.slice(0, longestLine)];
  };

  readonly onChecking = (): void => {
    this.#stopTimer();
    this.#state = 'checking';
    this.#options.onChange({ lines: this.#lines, state: { type: 'checking' } });
  };

  /** Resolves once the log is written. */
  close(): Promise<void> {
    this.#stopTimer();
    this.#state = 'over';
    return new Promise((resolve) => {
      this.#file.once('close', resolve);
      this.#file.end();
    });
  }

  async #look(): Promise<void> {
    const { cache, after, onChange } = this.#options;
    const bytes = await bytesIn(cache);
    if (this.#state !== 'fetching') return;
    onChange({ lines: this.#lines, state: { type: 'fetching', bytes } });
    this.#stopTimer = after(interval, () => void this.#look());
  }
}

/** Returns the bytes of the files in a folder. What goes while it is counted is left out. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return bytesIn(path);
    return (await stat(path).catch(() => undefined))?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
