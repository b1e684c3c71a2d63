import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { folderHeader } from '../../../shared/host/companion-file.ts';

/** Longer than a client takes to say which folders it has open. */
const patienceMs = 5_000;

const argumentSchema = z.object({ workspace: z.string().trim().min(1).max(4_096) });

const rootsSchema = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/** What a call says of its folder by itself; only a whole path means one. */
export function namedFolder(args: unknown): string | undefined {
  const named = argumentSchema.safeParse(args).data?.workspace;
  return named !== undefined && isAbsolute(named) ? named : undefined;
}

/** The first folder among a client's roots. */
export function folderOfRoots(roots: unknown): string | undefined {
  for (const { uri } of rootsSchema.safeParse(roots).data?.roots ?? []) {
    try {
      return fileURLToPath(uri);
    } catch {
      // Not a place on this machine.
    }
  }
  return undefined;
}

/** Asks a 2025-era client for its folder, within its call; undefined where it does not say. */
export async function askForRoots(context: ServerContext): Promise<string | undefined> {
  try {
    return folderOfRoots(await context.mcpReq.send({ method: 'roots/list' }, { timeout: patienceMs }));
  } catch {
    return undefined;
  }
}

/** The folder that `parley mcp` runs in. */
export function bridgedFolder(context: ServerContext): string | undefined {
  const header = context.http?.req?.headers.get(folderHeader);
  return header ? decodeURIComponent(header) : undefined;
}
