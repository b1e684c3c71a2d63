import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { outputLineSchema } from '../../shared/transcript/command-run.ts';
import { readDataFile } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';
import type { KeptOutput } from './kept-lines.ts';

const keptSchema = z.object({
  head: z.array(outputLineSchema),
  tail: z.array(outputLineSchema),
  total: z.number().int(),
  encodings: z.array(z.string()).optional(),
});

const empty: KeptOutput = { head: [], tail: [], total: 0 };

/** The output of ended commands: a private file for each in the data folder, and one with its bytes where it is not UTF-8. */
export class OutputFiles {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'commands');
  }

  /** Writes an output; an empty one gets no file. */
  async write(marker: string, output: KeptOutput): Promise<void> {
    if (output.total === 0) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writePrivateFile(this.#fileOf(marker), JSON.stringify(output));
  }

  /** Writes the bytes of an output; returns the file. */
  async writeBytes(marker: string, bytes: Buffer): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${marker}${bytesSuffix}`);
    await writePrivateFile(path, bytes);
    return path;
  }

  /** Returns an output; empty where nothing is kept. */
  async read(marker: string): Promise<KeptOutput> {
    const text = readDataFile(this.#fileOf(marker));
    return text === undefined ? empty : keptSchema.parse(JSON.parse(text));
  }

  /** Removes the output of all other commands. */
  async keepOnly(markers: readonly string[]): Promise<void> {
    const kept = new Set(markers.flatMap((marker) => [nameOf(marker), `${marker}${bytesSuffix}`]));
    const there = await readdir(this.#folder).catch(() => []);
    const gone = there.filter((name) => !kept.has(name));
    await Promise.all(gone.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  #fileOf(marker: string): string {
    return join(this.#folder, nameOf(marker));
  }
}

const bytesSuffix = '.bytes';

function nameOf(marker: string): string {
  return `${marker}.json`;
}
