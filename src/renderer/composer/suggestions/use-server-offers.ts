import { useEffect, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ServerOffersInfo } from '../../../shared/mcp-servers/server-info.ts';
import { useParley } from '../../parley-context.tsx';

const nothing: ServerOffersInfo = { prompts: [], resources: [], isComplete: true };

/**
 * The prompts and resources of a chat's MCP servers, requested whenever a list opens; what was known is shown
 * meanwhile, and late answers come into the open list.
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
    // Without an answer servers offer nothing.
    follow().catch(() => undefined);
    return () => over.abort();
  }, [companion, id, isOpen]);
  return offers?.id === id ? offers.offers : nothing;
}
