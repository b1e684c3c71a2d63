import type { ServerDetails } from '../../shared/mcp-servers/server-info.ts';
import type { Calls } from './calls.ts';

type ServersPart = {
  refresh(): Promise<void>;
  details(id: string): Promise<ServerDetails | null>;
  retry(id: string): Promise<void>;
};

/** The calls about the MCP servers that chats use. */
export function serverCalls({ servers: calls }: Calls, { servers }: { servers: ServersPart }) {
  return {
    refresh: calls.refresh.handler(() => servers.refresh()),
    details: calls.details.handler(({ input: { id } }) => servers.details(id)),
    retry: calls.retry.handler(({ input: { id } }) => servers.retry(id)),
  };
}
