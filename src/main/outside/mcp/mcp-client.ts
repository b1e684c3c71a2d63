import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { neutralNames, type DisplayedAsker, displayedAsker } from '../../../shared/askers/displayed-asker.ts';

/**
 * `hasRoots` says whether the client can be asked for its folders. `stateless` clients send all this with each
 * request.
 */
export type McpClient = { asker: DisplayedAsker; hasRoots: boolean; stateless: boolean };

const infoSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  version: z.string().optional(),
});

const envelopeSchema = z.object({
  [CLIENT_INFO_META_KEY]: z.unknown(),
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ roots: z.unknown() }).partial().optional(),
});

/** Returns the client of a call, from the request itself or the handshake of its session. */
export function clientOf({ mcpReq }: ServerContext, server: Server): McpClient {
  if (mcpReq.envelope === undefined) {
    const hasRoots = server.getClientCapabilities()?.roots !== undefined;
    return { asker: askerFrom(server.getClientVersion()), hasRoots, stateless: false };
  }
  const envelope = envelopeSchema.partial().safeParse(mcpReq.envelope).data;
  const hasRoots = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.roots !== undefined;
  return { asker: askerFrom(envelope?.[CLIENT_INFO_META_KEY]), hasRoots, stateless: true };
}

function askerFrom(info: unknown): DisplayedAsker {
  const { name = '', ...rest } = infoSchema.partial().safeParse(info).data ?? {};
  return displayedAsker({ name, ...rest }, neutralNames.mcp);
}
