import type { MessageId } from '../../shared/ids.ts';

type Attempt = { key: string; text: string };

/** The message a person is writing, and what became of the last attempt to send. */
export type ComposerState = {
  text: string;
  /** Whether main's copy of the unsent message is in the text; nothing is saved over it before. */
  restored: boolean;
  /** The text being sent; it stays in the field until main has stored it. */
  sending: string | null;
  /** The last attempt that main has not acknowledged: the same text goes out under the same key again. */
  attempt: Attempt | null;
  problem: string | null;
  /** The sent message that was brought back into the field and stands there unchanged. */
  recalled: MessageId | null;
};

export const emptyComposer: ComposerState = {
  text: '',
  restored: false,
  sending: null,
  attempt: null,
  problem: null,
  recalled: null,
};

/** The composer while its text is on the way. */
export function beginSending(composer: ComposerState, newKey: string): ComposerState & { attempt: Attempt } {
  const { text, attempt } = composer;
  const again = attempt?.text === text ? attempt : { key: newKey, text };
  return { ...composer, sending: text, attempt: again, problem: null, recalled: null };
}

/** What stays in the field once a message is stored: whatever was typed after it. */
export function afterSending(composer: ComposerState, sent: string): ComposerState {
  const text = composer.text.startsWith(sent) ? composer.text.slice(sent.length) : composer.text;
  return { ...composer, text, sending: null, attempt: null, problem: null, recalled: null };
}

/** The composer with a message that was taken out of the queue, before what was typed meanwhile. */
export function withTakenBack(composer: ComposerState, taken: string): ComposerState {
  const typed = composer.recalled === null ? composer.text : '';
  const gap = typed === '' || taken === '' || taken.endsWith('\n') ? '' : '\n';
  return { ...composer, text: `${taken}${gap}${typed}`, recalled: null };
}

/** The message main had stored as unsent, and after it what was typed before that was known. */
export function withStoredDraft(composer: ComposerState, draft: string): ComposerState {
  if (composer.restored) return composer;
  const gap = draft === '' || composer.text === '' || draft.endsWith('\n') ? '' : '\n';
  return { ...composer, text: `${draft}${gap}${composer.text}`, restored: true };
}
