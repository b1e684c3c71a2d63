import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';

/** For what opens a chat: has the chat read once the person points at it, comes to it, or presses it. */
export function useExpectOpening(id: WorkspaceId) {
  const { expectOpening } = useParley();
  return {
    onPointerEnter: () => expectOpening(id, false),
    onFocus: () => expectOpening(id, false),
    onPointerDown: () => expectOpening(id, true),
  };
}
