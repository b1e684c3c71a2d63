import { type InputRequiredResult, inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { askForRoots, bridgedFolder, folderOfRoots, namedFolder } from './client-folder.ts';
import type { McpClient } from './mcp-client.ts';

/** Where the asker works, or what a client has to be asked first to know. */
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
