import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InputRequiredResult, inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { folderHeader } from '../../../shared/host/companion-file.ts';
import type { McpClient } from './mcp-client.ts';

/** Longer than a client takes to list its roots. */
const rootsWithinMs = 5_000;

const argumentSchema = z.object({ workspace: z.string().trim().min(1).max(4_096) });

const rootsSchema = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/** Returns the folder that the asker works in, if known, or the result that asks its client for it. */
export async function folderOf(
  args: unknown,
  context: ServerContext,
  { hasRoots, stateless }: McpClient,
): Promise<string | null | InputRequiredResult> {
  const named = namedFolder(args);
  if (named !== undefined) return named;
  const { inputResponses } = context.mcpReq;
  if (stateless && hasRoots && inputResponses === undefined)
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  const fromRoots = stateless
    ? folderOfRoots(inputResponses?.['roots'])
    : hasRoots && (await askForRoots(context));
  return fromRoots || (bridgedFolder(context) ?? null);
}

/** Returns the folder that a call names itself; only an absolute path counts. */
function namedFolder(args: unknown): string | undefined {
  const named = argumentSchema.safeParse(args).data?.workspace;
  return named !== undefined && isAbsolute(named) ? named : undefined;
}

function folderOfRoots(roots: unknown): string | undefined {
  for (const { uri } of rootsSchema.safeParse(roots).data?.roots ?? []) {
    try {
      return fileURLToPath(uri);
    } catch {
      // Not a folder on this machine.
    }
  }
  return undefined;
}

/** Asks a client of the 2025 protocol for its roots, within its call; undefined if it gives none. */
async function askForRoots(context: ServerContext): Promise<string | undefined> {
  try {
    return folderOfRoots(await context.mcpReq.send({ method: 'roots/list' }, { timeout: rootsWithinMs }));
  } catch {
    return undefined;
  }
}

/** Returns the folder that `parley mcp` runs in. */
function bridgedFolder(context: ServerContext): string | undefined {
  const header = context.http?.req?.headers.get(folderHeader);
  return header ? decodeURIComponent(header) : undefined;
}
