import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Rewound, UserMessage } from '../../../shared/transcript/transcript.ts';
import { textsBelow } from '../composer/composer-state.ts';
import { updateComposer } from '../parley-store.ts';
import type { Parley } from '../parley.ts';

type Window = Pick<Parley, 'companion' | 'store' | 'saveMessageNow'>;

/**
 * Takes a chat back to before a message, with some of the files that were changed since; the message's text and files
 * are in the field then, before what was typed there. Throws what the call fails with.
 */
export async function rewind(
  { companion, store, saveMessageNow }: Window,
  workspaceId: WorkspaceId,
  { id: messageId, text }: Pick<UserMessage, 'id' | 'text'>,
  paths: readonly string[],
): Promise<void> {
  const { attached } = await companion.client.workspace.rewind({ workspaceId, messageId, paths: [...paths] });
  updateComposer(store, workspaceId, (composer) => ({
    ...composer,
    attached,
    text: textsBelow(text, composer.recalled === null ? composer.text : ''),
    recalled: null,
  }));
  saveMessageNow(workspaceId);
}

/** Takes that back; the text leaves the field where it is as it came. Throws what the call fails with. */
export async function undoRewind(
  { companion, store, saveMessageNow }: Window,
  workspaceId: WorkspaceId,
  { text }: Rewound,
): Promise<void> {
  const { attached } = await companion.client.workspace.undoRewind({ workspaceId });
  updateComposer(store, workspaceId, (composer) => ({
    ...composer,
    attached,
    text: composer.text === text ? '' : composer.text,
  }));
  saveMessageNow(workspaceId);
}
