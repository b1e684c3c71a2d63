import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runCommand } from './package/run-command.ts';
import { stageInstalled } from './package/stage-package.ts';

const packedSchema = z.tuple([
  z.object({ filename: z.string(), unpackedSize: z.number(), entryCount: z.number() }),
]);

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stage = join(root, '.cache/package');
const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

await runCommand(process.execPath, ['scripts/build.ts', '--if-changed'], { cwd: root });
stageInstalled(root, stage);
mkdirSync(dist, { recursive: true });
const printed = await runCommand('npm', ['pack', '--json', '--pack-destination', dist], { cwd: stage });
const [{ filename, unpackedSize, entryCount }] = packedSchema.parse(JSON.parse(printed));
const size = statSync(join(dist, filename)).size;
process.stdout.write(
  `dist/${filename}: ${inMb(size)}, ${inMb(unpackedSize)} unpacked in ${entryCount} files\n`,
);
