import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcesses } from '../commands/processes.ts';
import { readDataFile } from '../storage/data-file.ts';

/**
 * The markers of running servers, in a file, by which orphans of a killed Parley are found and ended. They are
 * random, so that a marker finds no other process.
 */
export class LeftServers {
  readonly #file: string;
  readonly #markers: Set<string>;

  constructor(dataDir: string, name = serversName) {
    this.#file = join(dataDir, name);
    this.#markers = new Set(readDataFile(this.#file)?.split('\n'));
    this.#markers.delete('');
  }

  /** Ends the orphans of an earlier run; to be called before a server is started. */
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

/** Returns the file, which exists only while servers run or after Parley was killed. */
export function leftServersFile(dataDir: string): string {
  return join(dataDir, serversName);
}
