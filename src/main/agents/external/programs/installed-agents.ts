import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Preset } from '../vendors/vendor.ts';
import { agentsFolder } from './find-program.ts';

/** The file beside an installed agent of the registry that says what it is, whatever the registry says later. */
const aboutFile = 'parley-agent.json';

const prefix = 'registry-';

const aboutSchema = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  package: z.string(),
  version: z.string(),
  entry: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});

/** Returns the name of the folder of an agent of the registry, which no preset has. */
export function registryProgram(id: string): string {
  return `${prefix}${id}`;
}

/** Writes what an agent of the registry is into the folder that it is installed in. */
export async function writeInstalled(folder: string, id: string, preset: Preset): Promise<void> {
  const { name, about, package: from, version, entry, args, env = {} } = preset;
  const text = JSON.stringify({ id, name, about, package: from, version, entry, args, env });
  await writeFile(join(folder, aboutFile), text);
}

/** Returns the agents of the registry that are installed in a data folder, by id. */
export function installedAgents(dataDir: string): ReadonlyMap<string, Preset> {
  return new Map(
    foldersIn(agentsFolder(dataDir)).flatMap((folder): [string, Preset][] => {
      const about = readAbout(join(agentsFolder(dataDir), folder, aboutFile));
      if (about === undefined || registryProgram(about.id) !== folder) return [];
      const { id, ...rest } = about;
      const signIn = `Sign in with ${rest.name}’s own program.`;
      return [[id, { ...rest, registryId: id, program: folder, keys: [], signIn }]];
    }),
  );
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function readAbout(file: string): z.infer<typeof aboutSchema> | undefined {
  try {
    return aboutSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
