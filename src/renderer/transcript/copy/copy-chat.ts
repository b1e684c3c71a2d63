import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';

/** Puts the whole chat on the clipboard as text. Throws when it cannot be read, or the clipboard not be used. */
export async function copyChat(companion: Companion, id: WorkspaceId): Promise<void> {
  const text = import('./whole-chat.ts').then(({ wholeChatText }) =>
    wholeChatText(companion.client.workspace.readMessages, id),
  );
  // The clipboard is asked for at once: only then does a browser take this for the person's wish.
  const item = new ClipboardItem({
    'text/plain': text.then((words) => new Blob([words], { type: 'text/plain' })),
  });
  await navigator.clipboard.write([item]);
}
