import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { afterSending, beginSending, type ComposerState, readsAtOnce } from './composer-state.ts';
import type { MessageDrafts } from './message-drafts.ts';
import { type ParleyStore, updateComposer } from '../parley-store.ts';

/** Parts that send the text of a composer. */
export type Sending = { companion: Companion; store: ParleyStore; drafts: MessageDrafts };

/** Sends what the composer holds to the chat's agent; the text stays in the field until main has stored it. */
export async function sendToAgent(
  { companion, store, drafts }: Sending,
  id: WorkspaceId,
  composer: ComposerState,
): Promise<void> {
  const begun = beginSending(composer, crypto.randomUUID());
  const { key, text, attachments } = begun.attempt;
  const justSent = { text, after: newestOf(store, id) };
  const chat = store.getState().app?.workspaces.find((workspace) => workspace.id === id);
  updateComposer(store, id, () => ({ ...begun, toIdle: readsAtOnce(chat) }));
  try {
    await companion.client.workspace.sendMessage({
      workspaceId: id,
      key,
      text,
      attachments: [...attachments],
    });
    updateComposer(store, id, (now) => ({ ...afterSending(now, begun.attempt), justSent }));
  } catch (error) {
    updateComposer(store, id, (now) => ({ ...now, sending: null, problem: failureText(error) }));
  }
  drafts.save(id, null, 'soon');
}

/** The newest message of a chat as far as this window knows; 0 for none. */
function newestOf(store: ParleyStore, id: WorkspaceId): number {
  const chat = store.getState().chats[id];
  return chat?.status === 'ready' ? (chat.transcript.messages.at(-1)?.id ?? 0) : 0;
}

/** Ends a card by what stands in the field, which is let go of once that is done. */
export async function settleByText(
  { store, drafts }: Sending,
  id: WorkspaceId,
  { text }: ComposerState,
  call: (text: string) => Promise<unknown>,
): Promise<void> {
  updateComposer(store, id, (now) => ({ ...now, sending: text, problem: null, recalled: null }));
  try {
    await call(text);
    updateComposer(store, id, (now) => ({ ...afterSending(now, { text, attachments: [] }), to: null }));
  } catch (error) {
    updateComposer(store, id, (now) => ({ ...now, sending: null, problem: failureText(error) }));
  }
  drafts.save(id, null, 'soon');
}

/** Runs a command and puts what is to be sent in its place into the field; resolves to that, null for nothing. */
export async function carryOut(
  { store, drafts }: Sending,
  id: WorkspaceId,
  { text }: ComposerState,
  run: () => Promise<string | null>,
): Promise<string | null> {
  updateComposer(store, id, (now) => ({ ...now, sending: text, problem: null, recalled: null }));
  try {
    const message = await run();
    updateComposer(store, id, (now) => {
      const rest = afterSending(now, { text, attachments: [] });
      return { ...rest, text: `${message ?? ''}${rest.text}` };
    });
    drafts.save(id, null, 'soon');
    return message;
  } catch (error) {
    updateComposer(store, id, (now) => ({ ...now, sending: null, problem: failureText(error) }));
    return null;
  }
}
