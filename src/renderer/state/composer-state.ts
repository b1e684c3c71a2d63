/** The message a person is writing, and what became of the last attempt to send. */
export type ComposerState = {
  text: string;
  /** The text being sent; it stays in the field until main has stored it. */
  sending: string | null;
  problem: string | null;
};

export const emptyComposer: ComposerState = { text: '', sending: null, problem: null };

/** What stays in the field once a message is stored: whatever was typed after it. */
export function afterSending({ text }: ComposerState, sent: string): ComposerState {
  return { text: text.startsWith(sent) ? text.slice(sent.length) : text, sending: null, problem: null };
}
