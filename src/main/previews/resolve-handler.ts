import type { ResolveInput } from '../../shared/previews/verdict.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { StoredAction } from '../storage/action-store.ts';

/** The return value of a producer's callback; `details` are stored and never sent to the model. */
export type HandlerResult = { text: string; details?: unknown };

/** The model's additional input, passed on unread. */
export type Extra = Record<string, unknown> | undefined;

/**
 * Carries out a staged change. `apply` may throw a ToolError with the exact text for the model. Where
 * `reject` is missing or returns nothing, the model reads the default text. Either may throw the reason of
 * `signal` when that aborts, and then must have done nothing.
 */
export type ResolveHandler = {
  label: string;
  sourceToolName: string;
  /** The text for the model about the person's edit, at the end of what `apply` returns. */
  userEdit?: string | undefined;
  apply(reason: string, extra: Extra, signal?: AbortSignal): Promise<HandlerResult>;
  reject?(reason: string, extra: Extra, signal?: AbortSignal): Promise<HandlerResult | undefined>;
  onApplyError?(error: unknown): void;
};

/**
 * Handles a call of `resolve` in a mode while nothing is queued: it stages the subject of the call, refuses
 * it with a text, or passes.
 */
export type StandingHandler = (
  input: ResolveInput,
  context: ToolContext,
) => { ok: true; action: StoredAction } | { ok: false; text: string } | undefined;
