import type { ResolveInput } from '../../shared/previews/verdict.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { StoredAction } from '../storage/action-store.ts';

/** What a callback of a producer gives back; `details` are kept and never sent to the model. */
export type HandlerResult = { text: string; details?: unknown };

/** What the model passed along, unread. */
export type Extra = Record<string, unknown> | undefined;

/**
 * How a staged change is carried out. `apply` may throw a ToolError with the exact text for the model.
 * Where `reject` is missing or returns nothing, the model reads the usual words. Either may throw the
 * reason of `signal` when that aborts, and then must have done nothing.
 */
export type ResolveHandler = {
  label: string;
  sourceToolName: string;
  /** What the model reads of the person's edit, at the end of what `apply` returns. */
  userEdit?: string | undefined;
  apply(reason: string, extra: Extra, signal?: AbortSignal): Promise<HandlerResult>;
  reject?(reason: string, extra: Extra, signal?: AbortSignal): Promise<HandlerResult | undefined>;
  onApplyError?(error: unknown): void;
};

/**
 * What a mode does with a call of `resolve` while nothing is queued: it stages what the call is about,
 * says why it can't, or leaves the call alone.
 */
export type StandingHandler = (
  input: ResolveInput,
  context: ToolContext,
) => { ok: true; action: StoredAction } | { ok: false; text: string } | undefined;
