import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcesses } from '../commands/processes.ts';
import { readDataFile } from '../storage/data-file.ts';

/**
 * The markers of servers that run now, in a file: those that an earlier Parley left behind are ended by them.
 * They are random, so that a marker finds no process but its own.
 */
export class LeftServers {
  readonly #file: string;
  readonly #markers: Set<string>;

  constructor(dataDir: string, name = serversName) {
    this.#file = join(dataDir, name);
    this.#markers = new Set(readDataFile(this.#file)?.split('\n'));
    this.#markers.delete('');
  }

  /** Ends what an earlier run left; to be called before a server is started. */
  async end(): Promise<void> {
    for (const marker of this.#markers) {
      await endProcesses({ group: null, marker });
      this.remove(marker);
    }
  }

  add(marker: string): void {
    this.#markers.add(marker);
    this.#write();
  }

  remove(marker: string): void {
    this.#markers.delete(marker);
    this.#write();
  }

  #write(): void {
    if (this.#markers.size === 0) rmSync(this.#file, { force: true });
    else writeFileSync(this.#file, [...this.#markers].join('\n'), { mode: 0o600 });
  }
}

const serversName = 'mcp-servers.running';

/** Returns the file that is there only while servers run, or where an earlier Parley was killed with some. */
export function leftServersFile(dataDir: string): string {
  return join(dataDir, serversName);
}
