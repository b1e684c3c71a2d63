import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { ResolveInput } from '../../shared/previews/verdict.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { StoredAction } from '../storage/action-store.ts';

/** The return value of a producer's callback; `details` are stored and never sent to the model. */
export type HandlerResult = { text: string; details?: unknown };

/** The model's additional input, passed on unread. */
export type Extra = Record<string, unknown> | undefined;

/**
 * The callbacks by which a producer carries out its staged change. `apply` may throw a ToolError with the
 * exact text for the model; `onApplyError` gets what it threw, before the change is pending again. Where
 * `reject` is missing or returns nothing, the model reads the default text. Either may throw the reason of
 * `signal` when that aborts, and then must have done nothing.
 */
export type ResolveCallbacks = {
  apply(reason: string, extra: Extra, signal?: AbortSignal): Promise<HandlerResult>;
  reject?(reason: string, extra: Extra, signal?: AbortSignal): Promise<HandlerResult | undefined>;
  onApplyError?(error: unknown): void;
};

/**
 * Carries out a staged change; `userEdit` is the text about the person's edit, behind what `apply` returns, and
 * `comments` that of their comments, behind their words.
 */
export type ResolveHandler = ResolveCallbacks & {
  label: string;
  sourceToolName: string;
  userEdit?: string | undefined;
  comments?: string | undefined;
};

/**
 * Handles a call of `resolve` in a mode while nothing is queued: it stages the subject of the call, answers
 * it, or passes.
 */
export type StandingHandler = (
  input: ResolveInput,
  context: ToolContext,
) => Promise<
  { type: 'staged'; action: StoredAction } | { type: 'answered'; result: ToolResult } | { type: 'passed' }
>;
