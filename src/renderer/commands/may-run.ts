import type { CommandId } from '../../shared/commands/command.ts';
import type { ViewState } from '../state/view-state.ts';

/** Commands about what is seen of the chat, and of the list beside it. */
const aboutChat: ReadonlySet<CommandId> = new Set(['find', 'stop', 'copy-link', 'compact', 'allowed-here']);

/**
 * Returns whether a command may run: with a dialog open only the palette's own key does, which closes it
 * again; with a page over the chat, whatever is not about what it covers.
 */
export function mayRun(id: CommandId, { dialog, page }: Pick<ViewState, 'dialog' | 'page'>): boolean {
  if (dialog !== null) return dialog === 'palette' && id === 'palette';
  if (page === null) return true;
  return !aboutChat.has(id) && !(id === 'toggle-sidebar' && page.name === 'settings');
}
