import { z } from 'zod';

/** The file in the data folder by which outside clients find the running companion. */
export const companionFileName = 'companion.json';

/** The file in the data folder with the list of tools that Parley offers, for `parley mcp`. */
export const listedToolsFileName = 'mcp-tools.json';

/** Path of the MCP endpoint at the companion's address. */
export const mcpPath = '/mcp';

/** Header with the folder that `parley mcp` runs in, percent-encoded. */
export const folderHeader = 'x-parley-folder';

/**
 * Header with a random text that identifies a `parley mcp`: clients without sessions cancel over standard input,
 * and this tells whose call that is.
 */
export const callerHeader = 'x-parley-caller';

const loopback = z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ });

/** `token` is the bearer token of every request; `startedAt` an ISO date. */
export const companionFileSchema = z.object({
  pid: z.int().positive(),
  url: loopback,
  mcpUrl: loopback,
  token: z.string().min(1),
  version: z.string(),
  startedAt: z.string(),
});

export type CompanionFile = z.infer<typeof companionFileSchema>;
