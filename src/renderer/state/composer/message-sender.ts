import {
  type BuiltInCommand,
  builtInNamed,
  builtInsFor,
  parseSlash,
} from '../../../shared/commands/slash-command.ts';
import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { Answer } from '../../../shared/questions/questions.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { type ParleyStore, updateComposer } from '../parley-store.ts';
import { isTooLong } from '../text-limit.ts';
import {
  afterSending,
  beginSending,
  type ComposerState,
  isReady,
  readsAtOnce,
  type Recipient,
} from './composer-state.ts';
import type { MessageDrafts } from './message-drafts.ts';
import { recipientOf } from './recipient.ts';

export type MessageSender = {
  typeMessage(id: WorkspaceId, text: string): void;
  /** Chooses who gets the message, where there is more than the chat's agent. */
  chooseRecipient(id: WorkspaceId, to: Recipient): void;
  /** Sends the message; the text stays until main has stored it, or its command is under way. */
  sendMessage(id: WorkspaceId): void;
  /** Answers a card with what the text stands for; the text stays until main has the answer. */
  sendAnswers(id: WorkspaceId, toolCallId: ToolCallId, answers: Answer[]): void;
};

/** Runs a built-in command; resolves to what is to be sent in its place, null for nothing. */
export type RunBuiltIn = (id: WorkspaceId, name: BuiltInCommand, argument: string) => Promise<string | null>;

export function createMessageSender(sending: Sending, runBuiltIn: RunBuiltIn): MessageSender {
  const { companion, store, drafts } = sending;
  const { workspace } = companion.client;
  const touched = new Set<ToolCallId>();

  /** A recipient being written to can no longer close its card. */
  function touchRecipient(id: WorkspaceId): void {
    const to = recipientOf(store.getState(), id);
    if (to === 'agent' || touched.has(to)) return;
    touched.add(to);
    workspace.touchAsk({ workspaceId: id, toolCallId: to }).catch(() => touched.delete(to));
  }

  function typeMessage(id: WorkspaceId, text: string): void {
    if (text.trim() !== '') touchRecipient(id);
    updateComposer(store, id, (composer) => ({ ...composer, text, recalled: null }));
    drafts.save(id, null, 'soon');
  }

  function sendMessage(id: WorkspaceId): void {
    const state = store.getState();
    const composer = state.composers[id];
    if (composer === undefined || !isReady(composer) || isTooLong(composer.text)) return;
    const to = recipientOf(state, id);
    const agent = state.app?.workspaces.find((workspace) => workspace.id === id)?.agent;
    const command = to === 'agent' ? builtInOf(composer.text, agent) : undefined;
    if (command !== undefined) void runCommand(id, composer, command);
    else if (to === 'agent') void sendToAgent(sending, id, composer);
    else if (composer.attached.length === 0)
      void settleByText(sending, id, composer, (text) =>
        workspace.replyToAsker({ workspaceId: id, toolCallId: to, text }),
      );
  }

  /** The text stays in the field until its command is under way, and if that fails. */
  async function runCommand(
    id: WorkspaceId,
    composer: ComposerState,
    { name, argument }: WrittenCommand,
  ): Promise<void> {
    const message = await carryOut(sending, id, composer, () => runBuiltIn(id, name, argument));
    if (message !== null) sendMessage(id);
  }

  return {
    typeMessage,
    chooseRecipient: (id, to) => updateComposer(store, id, (composer) => ({ ...composer, to })),
    sendMessage,
    sendAnswers(id, toolCallId, answers) {
      const composer = store.getState().composers[id];
      if (composer === undefined || !isReady(composer)) return;
      void settleByText(sending, id, composer, () =>
        workspace.answerAskUserQuestion({ workspaceId: id, toolCallId, answers }),
      );
    },
  };
}

type WrittenCommand = { name: BuiltInCommand; argument: string };

/** Reads a text as a built-in command; one that takes no argument must stand alone. */
function builtInOf(text: string, agent: Workspace['agent'] | undefined): WrittenCommand | undefined {
  const slash = parseSlash(text);
  const command = slash === null ? undefined : builtInNamed(slash.name, agent && builtInsFor(agent));
  if (slash === null || command === undefined) return undefined;
  if (command.argument === null && slash.argument !== '') return undefined;
  return { name: command.name, argument: slash.argument };
}

type Sending = { companion: Companion; store: ParleyStore; drafts: MessageDrafts };

/** Sends the message to the chat's agent; the text stays until main has stored it. */
async function sendToAgent(
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

/** Returns the newest message of a chat that this window knows; 0 for none. */
function newestOf(store: ParleyStore, id: WorkspaceId): number {
  const chat = store.getState().chats[id];
  return chat?.status === 'ready' ? (chat.transcript.messages.at(-1)?.id ?? 0) : 0;
}

/** Settles a card with the text of the field, which is cleared once that is done. */
async function settleByText(
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

/** Runs a command and puts its replacement into the field; resolves to that, null for nothing. */
async function carryOut(
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
