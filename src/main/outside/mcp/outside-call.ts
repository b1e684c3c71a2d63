import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { ClientLine } from './client-lines.ts';

/** A call of a tool by a client. */
export type OutsideCallOf<CalledTool> = {
  tool: CalledTool;
  args: unknown;
  context: ServerContext;
  server: Server;
  line: ClientLine;
};
