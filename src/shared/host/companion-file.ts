import { z } from 'zod';

/** The name of the file in the data dir by which outside clients find the running companion. */
export const companionFileName = 'companion.json';

/** The name of the file in the data dir that holds the list of tools as Parley offers it now, for `parley mcp`. */
export const listedToolsFileName = 'mcp-tools.json';

/** Path of the MCP endpoint at the companion's address. */
export const mcpPath = '/mcp';

/** The header in which `parley mcp` says, percent-encoded, which folder it runs in. */
export const folderHeader = 'x-parley-folder';

/**
 * The header in which `parley mcp` names itself, by a random text of its own: clients without sessions
 * cancel over standard input and output, and this says whose call that is about.
 */
export const callerHeader = 'x-parley-caller';

const loopback = z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ });

/** Content of that file. `token` is the bearer of every request; `startedAt` an ISO date. */
export const companionFileSchema = z.object({
  pid: z.int().positive(),
  url: loopback,
  mcpUrl: loopback,
  token: z.string().min(1),
  version: z.string(),
  startedAt: z.string(),
});

export type CompanionFile = z.infer<typeof companionFileSchema>;
