import { useEffect, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ServerOffersInfo } from '../../../shared/mcp-servers/server-info.ts';
import { useParley } from '../../parley-context.tsx';

const nothing: ServerOffersInfo = { prompts: [], resources: [] };

/** The offers of a chat's MCP servers, asked for whenever a list of it is opened; until then what was known. */
export function useServerOffers(id: WorkspaceId, isOpen: boolean): ServerOffersInfo {
  const { companion } = useParley();
  const [offers, setOffers] = useState<{ id: WorkspaceId; offers: ServerOffersInfo } | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    const { signal } = over;
    companion.client.workspace
      .readServerOffers({ workspaceId: id }, { signal, context: { once: true } })
      .then(
        (read) => {
          if (!signal.aborted) setOffers({ id, offers: read });
        },
        // Without an answer there is nothing of servers to choose from.
        () => undefined,
      );
    return () => over.abort();
  }, [companion, id, isOpen]);
  return offers?.id === id ? offers.offers : nothing;
}
