import { linkedWorkspace, workspaceHash } from '../shared/workspace/workspace-link.ts';
import type { Place } from './state/chat/open-chats.ts';

/** The open chat stands in the address of the page, so that a reload, or a copy of the address, finds it. */
export const addressPlace: Place = {
  read: () => linkedWorkspace(window.location.hash) ?? '',
  write: (id) => history.replaceState(null, '', id === null ? window.location.pathname : workspaceHash(id)),
};
