import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';

/** Copies the whole chat as text. Throws when it can't be read, or the clipboard can't be used. */
export async function copyChat(companion: Companion, id: WorkspaceId): Promise<void> {
  const text = import('./whole-chat.ts').then(({ wholeChatText }) =>
    wholeChatText(companion.client.workspace.readMessages, id),
  );
  // Requested at once, within the person's gesture; a browser refuses it later.
  const item = new ClipboardItem({
    'text/plain': text.then((words) => new Blob([words], { type: 'text/plain' })),
  });
  await navigator.clipboard.write([item]);
}
