import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyOf, type Module } from './known-tools.ts';
import { readDataFile } from '../storage/data-file.ts';
import type { Trust } from '../trust/folder-trusts.ts';

/** The folder of a chat's folder, and of the data folder, that tools lie in. */
export const folderOfTools = '.parley/tools';
const ownFolder = 'tools';

/** Texts of files by their path relative to a folder of tools. */
type Files = ReadonlyMap<string, string>;

/** The files of a folder with tools; `folder` is null for the person's own. */
export type ToolSource = { folder: string | null; files: Files };

/** Reads the files of tools that a chat on a folder may use: the person's own, and those of the folder. */
export async function toolSources(
  { dataDir, trust }: { dataDir: string; trust: Pick<Trust, 'of' | 'read'> },
  folder: string,
): Promise<ToolSource[]> {
  return [
    { folder: null, files: await ownTools(dataDir) },
    { folder, files: await trustedTools(trust, folder) },
  ];
}

async function ownTools(dataDir: string): Promise<Files> {
  const folder = join(dataDir, ownFolder);
  const names = await readdir(folder).catch(() => []);
  const texts = names
    .filter((name) => /\.(mjs|cjs|js|json)$/.test(name))
    .toSorted()
    .map((name) => [name, readDataFile(join(folder, name)) ?? ''] as const);
  return new Map(texts);
}

/** Of a folder that is not trusted there are none. */
async function trustedTools(trust: Pick<Trust, 'of' | 'read'>, folder: string): Promise<Files> {
  const { state, findings } = await trust.of(folder);
  const found = new Map<string, string>();
  if (state !== 'trusted') return found;
  for (const { type, file } of findings) {
    const text = type === 'tool' ? await trust.read(folder, file) : undefined;
    if (text !== undefined) found.set(file.slice(folderOfTools.length + 1), text);
  }
  return found;
}

/** A module in a folder with tools; `folder` is null for the person's own. */
type ListedModule = Module & { file: string; folder: string | null };

/** Returns the files that are tools by themselves; others are there for those. */
export function modulesIn(sources: readonly ToolSource[]): ListedModule[] {
  return sources.flatMap(({ folder, files }) =>
    Array.from(files)
      .filter(([file]) => isModule(file))
      .map(([file, text]) => ({ file, folder, key: keyOf(folder, file), text })),
  );
}

function isModule(name: string): boolean {
  return name.endsWith('.mjs') && !name.includes('/');
}

/** Copies files as they were read into a new folder, and returns that and the copies of the modules among them. */
export async function copyTools(
  parent: string,
  sources: readonly ToolSource[],
): Promise<{ copy: string; modules: (Module & { path: string })[] }> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const copy = await mkdtemp(join(parent, 'chat-'));
  const modules: (Module & { path: string })[] = [];
  for (const [index, { folder, files }] of sources.entries())
    for (const [name, text] of files) {
      const path = join(copy, String(index), name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode: 0o600 });
      if (isModule(name)) modules.push({ key: keyOf(folder, name), text, path });
    }
  return { copy, modules };
}

/** Returns what names exactly these files. */
export function identityOf(sources: readonly ToolSource[]): string {
  const all = sources.map(({ files }) => [...files]);
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
