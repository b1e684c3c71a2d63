import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** How long a host whose build was replaced still finds what it loads late. */
const keptForMs = 7 * 24 * 60 * 60 * 1_000;

const chunkDir = 'main/chunks';
/** The names of a build's own chunks, one a line; all other chunks there are kept from older builds. */
const ownChunks = 'main/own-chunks';

/**
 * Replaces the old build with a new one in one step. Main's lazy chunks of recent builds stay beside the new
 * ones, under names of their own: a host that runs on an older build still finds its chunks.
 */
export function replaceOutput(next: string, current: string, now: number): void {
  mkdirSync(join(next, chunkDir), { recursive: true });
  writeFileSync(join(next, ownChunks), globSync('*.js', { cwd: join(next, chunkDir) }).join('\n'));
  keepChunks(next, current, now);
  const previous = `${next}.previous`;
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, previous);
  renameSync(next, current);
  rmSync(previous, { recursive: true, force: true });
}

/** The time of a kept chunk is when its build was replaced. */
function keepChunks(next: string, current: string, now: number): void {
  const list = join(current, ownChunks);
  const replacedNow = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  for (const name of globSync('*.js', { cwd: join(current, chunkDir) })) {
    const [from, to] = [join(current, chunkDir, name), join(next, chunkDir, name)];
    if (existsSync(to)) continue;
    if (replacedNow.includes(name)) cpSync(from, to);
    else if (now - statSync(from).mtimeMs < keptForMs) cpSync(from, to, { preserveTimestamps: true });
  }
}
