import type { AppState } from '../../../shared/contract/app-state.ts';
import type { ServerInfo } from '../../../shared/mcp-servers/server-info.ts';

/** Returns the MCP servers that a chat on a folder would use and can't, or not without a sign in. */
export function failedServers(app: AppState | null, here: string): ServerInfo[] {
  const servers = app?.servers.servers ?? [];
  return servers.filter(
    ({ folder, state }) =>
      (state.type === 'failed' || state.type === 'sign-in') && (folder === null || folder === here),
  );
}
