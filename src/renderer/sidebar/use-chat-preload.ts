import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';

/** Handlers for a control that opens a chat: read it ahead once the person points at it, focuses or presses it. */
export function useChatPreload(id: WorkspaceId) {
  const { preloadChat } = useParley();
  return {
    onPointerEnter: () => preloadChat(id, false),
    onFocus: () => preloadChat(id, false),
    onPointerDown: () => preloadChat(id, true),
  };
}
