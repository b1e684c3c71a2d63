import { z } from 'zod';
import { serverDetailsSchema } from '../mcp-servers/server-info.ts';
import { call } from './call.ts';

const ofServer = { id: z.string().max(5_000) };

/** The calls about the MCP servers that chats use. */
export const serverCalls = {
  /** Reads the files that name servers again; what has changed arrives with the app's events. */
  refresh: call,
  /** Returns what a server offers and logged; null where there is none of this id. */
  details: call.input(z.object(ofServer)).output(serverDetailsSchema.nullable()),
  /** Ends a server and starts it at once; resolves when that went well or not. */
  retry: call.input(z.object(ofServer)),
};
