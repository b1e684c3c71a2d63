import type { ToolCallId } from '../../../shared/ids.ts';
import type { SentMessages } from '../../../shared/transcript/message-page.ts';
import type { UserMessage } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Attachment, AttachmentId } from '../../../shared/transcript/attachment.ts';

/** A message of the person that can be brought back; one that the chat does not show yet is the newest. */
export type SentMessage = { id: number; text: string };

/** A message that main has stored and that the chat may not show yet. */
export type JustSent = {
  text: string;
  /** The newest message there was when it was sent; 0 for none. */
  after: number;
};

type Attempt = { key: string; text: string; attachments: readonly AttachmentId[] };

/** Who gets a message: the chat's agent, or the outside asker of a card. */
export type Recipient = ToolCallId | 'agent';

/** The message a person is writing, and what became of the last attempt to send. */
export type ComposerState = {
  text: string;
  /** True once main's copy of the unsent message is in the text; nothing is saved over it before. */
  restored: boolean;
  /** The text being sent; it stays in the field until main has stored it. */
  sending: string | null;
  /** The last attempt that main has not acknowledged: the same text goes out under the same key again. */
  attempt: Attempt | null;
  problem: string | null;
  /** The effect of a command once the agent is done, in words. */
  later: string | null;
  /** The files that go with the message, stored by main, and those on their way there. */
  attached: readonly Attachment[];
  attaching: readonly { key: string; name: string }[];
  justSent: JustSent | null;
  /** True if the last message was sent to an agent that reads it at once. */
  toIdle: boolean;
  /** The recipient that the person chose; null until they choose. */
  to: Recipient | null;
  /** Messages sent before those that are loaded, while one is recalled, oldest first. */
  sentEarlier: SentMessages;
  /** Sent message that was recalled into the field and stands there unchanged. */
  recalled: SentMessage['id'] | null;
};

export const emptyComposer: ComposerState = {
  text: '',
  restored: false,
  sending: null,
  attempt: null,
  problem: null,
  later: null,
  attached: [],
  attaching: [],
  justSent: null,
  toIdle: false,
  to: null,
  sentEarlier: [],
  recalled: null,
};

/** True where the agent reads a message at once: it is not at work, or waits for the person, which ends with it. */
export function readsAtOnce(chat: Pick<Workspace, 'turn' | 'waiting'> | undefined): boolean {
  return chat?.turn.status !== 'working' || chat.waiting > 0;
}

/**
 * The time that messages must be in the queue before they are shown there, in milliseconds: longer for the one that
 * begins a turn, which waits only where the machine is busy.
 */
export function queueDelay({ toIdle }: Pick<ComposerState, 'toIdle'>, queued: number): number {
  return toIdle && queued === 1 ? 2_000 : 300;
}

/** The composer while its text is on the way. */
export function beginSending(composer: ComposerState, newKey: string): ComposerState & { attempt: Attempt } {
  const { text, attempt } = composer;
  const attachments = composer.attached.map(({ id }) => id);
  const isSame = attempt?.text === text && attempt.attachments.join() === attachments.join();
  const again = isSame ? attempt : { key: newKey, text, attachments };
  return { ...composer, sending: text, attempt: again, problem: null, recalled: null };
}

/** Returns the rest of the field once a message is stored: text and files added after it. */
export function afterSending(
  composer: ComposerState,
  { text: sent, attachments }: Omit<Attempt, 'key'>,
): ComposerState {
  const text = composer.text.startsWith(sent) ? composer.text.slice(sent.length) : composer.text;
  const attached = composer.attached.filter(({ id }) => !attachments.includes(id));
  return { ...composer, text, attached, sending: null, attempt: null, problem: null, recalled: null };
}

/** Returns two texts as one, the second on a line of its own. */
export function textsBelow(first: string, second: string): string {
  const gap = first === '' || second === '' || first.endsWith('\n') ? '' : '\n';
  return `${first}${gap}${second}`;
}

/** Returns the composer with a message withdrawn from the queue, before the text typed meanwhile. */
export function withWithdrawn(
  composer: ComposerState,
  { text: taken, attachments }: Pick<UserMessage, 'text' | 'attachments'>,
): ComposerState {
  const typed = composer.recalled === null ? composer.text : '';
  const attached = joined(attachments, composer.attached);
  return { ...composer, text: textsBelow(taken, typed), attached, recalled: null };
}

/** The message main had stored as unsent, and after it what was typed before that was known. */
export function withStoredDraft(
  composer: ComposerState,
  draft: string,
  stored: readonly Attachment[],
): ComposerState {
  if (composer.restored) return composer;
  const attached = joined(stored, composer.attached);
  return { ...composer, text: textsBelow(draft, composer.text), attached, restored: true };
}

/** True if there is something to send, and all of it is there. */
export function isReady({ text, attached, attaching, sending }: ComposerState): boolean {
  return (text.trim() !== '' || attached.length > 0) && attaching.length === 0 && sending === null;
}

function joined(first: readonly Attachment[], then: readonly Attachment[]): Attachment[] {
  return [...first, ...then.filter(({ id }) => first.every((other) => other.id !== id))];
}
