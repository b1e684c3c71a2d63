import { useEffect, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ServerOffersInfo } from '../../../shared/mcp-servers/server-info.ts';
import { useParley } from '../../parley-context.tsx';

const nothing: ServerOffersInfo = { prompts: [], resources: [], isComplete: true };

/**
 * The offers of a chat's MCP servers, asked for whenever a list of it is opened; until then what was known. While the
 * list is open, what a server says late comes into it.
 */
export function useServerOffers(id: WorkspaceId, isOpen: boolean): ServerOffersInfo {
  const { companion } = useParley();
  const [offers, setOffers] = useState<{ id: WorkspaceId; offers: ServerOffersInfo } | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    const { signal } = over;
    async function follow(): Promise<void> {
      const options = { signal, context: { once: true } };
      const read = await companion.client.workspace.readServerOffers({ workspaceId: id }, options);
      if (signal.aborted) return;
      setOffers({ id, offers: read });
      if (!read.isComplete) await follow();
    }
    // Without an answer there is nothing of servers to choose from.
    follow().catch(() => undefined);
    return () => over.abort();
  }, [companion, id, isOpen]);
  return offers?.id === id ? offers.offers : nothing;
}
