import type { z } from 'zod';
import type { Outcome } from '../questions/outcome.ts';
import type { Question } from '../questions/question.ts';

/**
 * What a tool gives back: the exact text for its model, whether that counts as a success, and
 * the unflattened record that is kept for people and never sent to the model.
 */
export type ToolResult = { ok: boolean; text: string; details?: unknown };

/** What a model's call asks for, or why it is refused (the exact text for the model). */
export type ParsedAsk =
  | { type: 'ask'; questions: Question[] }
  | { type: 'already-answered'; questions: Question[]; outcome: Outcome }
  | { type: 'refused'; error: string };

/**
 * One tool shape of the field, translated into the question model and back. Nothing else knows
 * its input and output.
 */
export interface Dialect {
  /** The tool's name on the wire. */
  readonly toolName: string;
  /** The guidance a model reads; says when to ask and when not. */
  readonly description: string;
  /** The tool's input as offered to models; `parse` is what decides. */
  readonly inputSchema: z.ZodType;
  /** Reads a call's raw input. Bad input is a value, never thrown. */
  parse(input: unknown): ParsedAsk;
  /** The text a model reads when its ask has ended. */
  format(questions: readonly Question[], outcome: Outcome): ToolResult;
}
