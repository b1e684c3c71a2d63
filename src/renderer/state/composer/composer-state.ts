import type { ToolCallId } from '../../../shared/ids.ts';
import { textsBelow } from '../../../shared/texts-below.ts';
import type { SentMessages } from '../../../shared/transcript/message-page.ts';
import type { Rewound, UserMessage } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Attachment, AttachmentId } from '../../../shared/transcript/attachment.ts';

/** A sent message that can be recalled; one that the chat does not show yet is the newest. */
export type SentMessage = { id: number; text: string };

/** A message that main has stored and that the chat may not show yet. */
export type JustSent = {
  text: string;
  /** The newest message at the time of sending; 0 for none. */
  after: number;
};

type Attempt = { key: string; text: string; attachments: readonly AttachmentId[] };

/** The chat's agent, or the outside asker of a card. */
export type Recipient = ToolCallId | 'agent';

export type ComposerState = {
  text: string;
  /** True once main's copy of the unsent message is in the text; nothing is saved before. */
  restored: boolean;
  /** The text being sent; it stays in the field until main has stored it. */
  sending: string | null;
  /** The last attempt that main has not acknowledged: the same text is sent again under the same key. */
  attempt: Attempt | null;
  problem: string | null;
  /** What a command will do once the agent is done, for the person. */
  later: string | null;
  /** Files that go with the message; `attaching` are still on their way to main. */
  attached: readonly Attachment[];
  attaching: readonly { key: string; name: string }[];
  justSent: JustSent | null;
  /** True if the last message went to an agent that reads it at once. */
  toIdle: boolean;
  /** The recipient the person chose; null until then. */
  to: Recipient | null;
  /** While one is recalled: messages sent before the loaded ones, oldest first. */
  sentEarlier: SentMessages;
  /** The recalled message that stands unchanged in the field. */
  recalled: SentMessage['id'] | null;
  /** Where the chat stands that went back, once the message's text and files are in the field. */
  rewound: Rewound | null;
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
  rewound: null,
};

/** True where the agent reads a message at once: it is idle, or waits for the person, which the message ends. */
export function readsAtOnce(chat: Pick<Workspace, 'turn' | 'waiting'> | undefined): boolean {
  return chat?.turn.status !== 'working' || chat.waiting > 0;
}

/**
 * How long messages must be queued before they show, in milliseconds: longer for one that begins a turn, which
 * waits only where the machine is busy.
 */
export function queueDelay({ toIdle }: Pick<ComposerState, 'toIdle'>, queued: number): number {
  return toIdle && queued === 1 ? 2_000 : 300;
}

export function beginSending(composer: ComposerState, newKey: string): ComposerState & { attempt: Attempt } {
  const { text, attempt } = composer;
  const attachments = composer.attached.map(({ id }) => id);
  const isSame = attempt?.text === text && attempt.attachments.join() === attachments.join();
  const again = isSame ? attempt : { key: newKey, text, attachments };
  return { ...composer, sending: text, attempt: again, problem: null, recalled: null };
}

/** Returns the composer once a message is stored, with text and files that were added after it. */
export function afterSending(
  composer: ComposerState,
  { text: sent, attachments }: Omit<Attempt, 'key'>,
): ComposerState {
  const text = composer.text.startsWith(sent) ? composer.text.slice(sent.length) : composer.text;
  const attached = composer.attached.filter(({ id }) => !attachments.includes(id));
  return { ...composer, text, attached, sending: null, attempt: null, problem: null, recalled: null };
}

/** Puts a message withdrawn from the queue before the text typed meanwhile. */
export function withWithdrawn(
  composer: ComposerState,
  { text: taken, attachments }: Pick<UserMessage, 'text' | 'attachments'>,
): ComposerState {
  const typed = composer.recalled === null ? composer.text : '';
  const attached = joined(attachments, composer.attached);
  return { ...composer, text: textsBelow(taken, typed), attached, recalled: null };
}

/** Puts the unsent message that main had stored before what was typed meanwhile; where the chat went back, it holds that. */
export function withStoredDraft(
  composer: ComposerState,
  draft: string,
  stored: readonly Attachment[],
  rewound: Rewound | null = null,
): ComposerState {
  if (composer.restored) return composer;
  const attached = joined(stored, composer.attached);
  return { ...composer, text: textsBelow(draft, composer.text), attached, rewound, restored: true };
}

/**
 * Puts the message to which the chat went back before what was typed. One to which it does not stand any more leaves,
 * its text where that is as it came.
 */
export function withRewound(composer: ComposerState, rewound: Rewound | null): ComposerState {
  if (composer.rewound?.id === rewound?.id) return composer;
  const left = composer.rewound === null ? composer : withoutRewound(composer, composer.rewound);
  if (rewound === null) return { ...left, rewound };
  const text = textsBelow(rewound.text, left.recalled === null ? left.text : '');
  return { ...left, text, attached: joined(rewound.attached, left.attached), recalled: null, rewound };
}

function withoutRewound(composer: ComposerState, { text, attached: came }: Rewound): ComposerState {
  const attached = composer.attached.filter(({ id }) => came.every((other) => other.id !== id));
  return { ...composer, attached, ...(composer.text === text && { text: '', recalled: null }) };
}

/** True if there is something to send and no file is still on its way. */
export function isReady({ text, attached, attaching, sending }: ComposerState): boolean {
  return (text.trim() !== '' || attached.length > 0) && attaching.length === 0 && sending === null;
}

function joined(first: readonly Attachment[], then: readonly Attachment[]): Attachment[] {
  return [...first, ...then.filter(({ id }) => first.every((other) => other.id !== id))];
}
