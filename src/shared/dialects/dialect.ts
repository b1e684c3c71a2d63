import type { z } from 'zod';
import type { Outcome, Question, Supplied } from '../questions/questions.ts';
import type { ImageAttachment } from '../transcript/attachment.ts';
import type { QuestionPart, Refusal } from '../transcript/transcript.ts';

/**
 * Result of a tool: the exact text for its model, whether that counts as a success, and the unflattened
 * record that is kept for people and never sent to the model. `display` is the text that the tool's
 * contract has the chat show; `refusal` is for the chat too, where the call was refused before it did
 * anything. `endsTurn` if the agent stops at this result.
 */
export type ToolResult = {
  ok: boolean;
  text: string;
  display?: string;
  refusal?: Refusal;
  details?: unknown;
  /** Images that go with the text; the chat shows them, and a model that sees images gets them. */
  images?: ImageAttachment[];
  endsTurn?: boolean;
};

/** Questions of a model's call, or its result if nobody is asked; `supplied` holds answers that came with it. */
export type ParsedAsk =
  | { type: 'ask'; questions: Question[] }
  | { type: 'supplied'; questions: Question[]; outcome: Supplied }
  | { type: 'refused'; error: string }
  | { type: 'done'; result: ToolResult };

/** The end of a call: its ask's outcome, or that nobody could be asked; `why` is a sentence. */
export type AskEnding = Outcome | { type: 'nobody'; why?: string };

/** Text for a model when nobody can be asked. */
export const nobodyToAsk = 'Ask tool requires interactive mode';

/**
 * One tool shape of the field, translated into the question model and back. Nothing else knows
 * its input and output.
 */
export interface Dialect {
  /** Name for a person who chooses among dialects. */
  readonly title: string;
  /** The tool's name on the wire. */
  readonly toolName: string;
  /** The kind of part that a call is; a `command` asks by a command line. */
  readonly kind: QuestionPart['kind'];
  /** Name of the tool in instructions. */
  readonly mention: string;
  /** True if it is offered in plan mode only. */
  readonly planOnly: boolean;
  /** The guidance a model reads; says when to ask and when not. */
  readonly description: string;
  /** The tool's input as offered to models; `parse` is what decides. */
  readonly inputSchema: z.ZodType;
  /** Reads a call's raw input. Bad input is a value, never thrown. */
  parse(input: unknown): ParsedAsk;
  /** The text a model reads when its call has ended. */
  format(questions: readonly Question[], ending: AskEnding): ToolResult;
}
