import type { z } from 'zod';
import type { Outcome, Supplied } from '../questions/outcome.ts';
import type { Question } from '../questions/question.ts';
import type { QuestionPart, Refusal } from '../transcript/transcript.ts';

/**
 * What a tool gives back: the exact text for its model, whether that counts as a success, and
 * the unflattened record that is kept for people and never sent to the model. `display` is what the
 * tool's contract has the chat show; `refusal` is for the chat too, where the call was refused before it
 * did anything. `endsTurn` where it has the agent stop at it.
 */
export type ToolResult = {
  ok: boolean;
  text: string;
  display?: string;
  refusal?: Refusal;
  details?: unknown;
  endsTurn?: boolean;
};

/** What a model's call asks for, or what it gets without anybody being asked; `supplied` holds answers that came with it. */
export type ParsedAsk =
  | { type: 'ask'; questions: Question[] }
  | { type: 'supplied'; questions: Question[]; outcome: Supplied }
  | { type: 'refused'; error: string }
  | { type: 'done'; result: ToolResult };

/** How a call ended: as its ask did, or because there is nobody who could be asked; `why`, in a sentence. */
export type Ending = Outcome | { type: 'nobody'; why?: string };

/** What a model reads where nobody can be asked. */
export const nobodyToAsk = 'Ask tool requires interactive mode';

/**
 * One tool shape of the field, translated into the question model and back. Nothing else knows
 * its input and output.
 */
export interface Dialect {
  /** What a person reads where they choose among dialects. */
  readonly title: string;
  /** The tool's name on the wire. */
  readonly toolName: string;
  /** The kind of part that a call is; a `command` asks by a command line. */
  readonly kind: QuestionPart['kind'];
  /** How instructions speak of it. */
  readonly mention: string;
  /** Whether it is offered in plan mode only. */
  readonly planOnly: boolean;
  /** The guidance a model reads; says when to ask and when not. */
  readonly description: string;
  /** The tool's input as offered to models; `parse` is what decides. */
  readonly inputSchema: z.ZodType;
  /** Reads a call's raw input. Bad input is a value, never thrown. */
  parse(input: unknown): ParsedAsk;
  /** The text a model reads when its call has ended. */
  format(questions: readonly Question[], ending: Ending): ToolResult;
}
