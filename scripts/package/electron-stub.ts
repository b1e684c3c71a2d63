import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The mark before the fuses in Electron's binary, which `@electron/fuses` looks for. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The version and number of the fuses, then each fuse, all on. */
const fuses = [1, 8, ...Array.from('11111111', (state) => state.charCodeAt(0))];

/**
 * Writes what packing looks at in a folder of Electron for Linux: a program with fuses, its version and licences.
 * It stands in where Electron can't be had, and can't be started.
 */
export function writeElectronStub(folder: string, version: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  const program = Buffer.concat([Buffer.from(`no program\n${sentinel}`), Buffer.from(fuses)]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak'])
    writeFileSync(join(folder, file), '');
}

/** Which fuses of a program are on, in their order. */
export function fusesIn(program: Buffer): boolean[] {
  const wire = program.subarray(program.indexOf(sentinel) + sentinel.length);
  return Array.from(wire.subarray(2, 2 + (wire[1] ?? 0)), (state) => state === '1'.charCodeAt(0));
}
