import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { ResolveInput } from '../../shared/previews/resolution.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { ApplyFailure, Resolution } from '../../shared/previews/pending-action.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { FileChanged, StillCutOff } from '../folder/apply-edit.ts';
import { ToolError } from '../folder/file-content.ts';

/** The return value of a producer's callback; `details` are stored and never sent to the model. */
export type HandlerResult = { text: string; details?: unknown };

/** The model's additional input, passed on unread. */
type Extra = Record<string, unknown> | undefined;

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

/**
 * The result of carrying out a resolution; with a `failure`, the action is pending again. One that is `still-cut-off` is
 * carried out when it is asked for again.
 */
type Invocation = { result: ToolResult; failure: ApplyFailure | 'still-cut-off' | null };

type Given = Pick<ResolveInput, 'reason' | 'extra'>;

/**
 * Carries out a resolution by the callbacks of a producer. The texts and details are those of oh-my-pi's
 * `resolve` (`runResolveInvocation`); who decided and what the person added are ours. Throws the reason of
 * `signal` where that aborted before, or where the callback let itself be aborted; nothing is settled then.
 */
export async function runResolveInvocation(
  handler: ResolveHandler,
  resolution: Resolution,
  { reason, extra }: Given,
  signal?: AbortSignal,
): Promise<Invocation> {
  signal?.throwIfAborted();
  const resultOf = (ok: boolean, { text, details }: HandlerResult): ToolResult => ({
    ok,
    text,
    details: resolveDetails(handler, resolution, { reason, extra }, details),
  });
  const done = (given: HandlerResult): Invocation => ({ result: resultOf(true, given), failure: null });
  const failed = (error: unknown, text: string): Invocation => ({
    result: resultOf(false, { text }),
    failure:
      error instanceof StillCutOff
        ? 'still-cut-off'
        : { kind: error instanceof FileChanged ? 'changed' : 'other', text },
  });
  switch (resolution.action) {
    case 'apply':
      try {
        const applied = await handler.apply(reason, extra, signal);
        return done({
          ...applied,
          text: applied.text + userAdded(handler, resolution) + userEdited(handler),
        });
      } catch (error) {
        throwIfAbort(error, signal);
        handler.onApplyError?.(error);
        return failed(error, applyFailure(error));
      }
    case 'discard':
      try {
        const rejected = await handler.reject?.(reason, extra, signal);
        return done(rejected ?? { text: discarded(handler, reason, resolution) });
      } catch (error) {
        throwIfAbort(error, signal);
        return failed(error, messageOf(error));
      }
  }
}

function throwIfAbort(error: unknown, signal: AbortSignal | undefined): void {
  if (signal?.aborted && error === signal.reason) throw error;
}

function applyFailure(error: unknown): string {
  return error instanceof ToolError ? error.message : `Apply failed: ${messageOf(error)}`;
}

/** The beginning of the text for a model whose preview is discarded. */
export const discardedStart = 'Discarded: ';

function discarded(handler: ResolveHandler, reason: string, resolution: Resolution): string {
  const given =
    resolution.decidedBy === 'user' ? (userSaid(handler, resolution) ?? 'No reason given') : reason;
  return `${discardedStart}${handler.label}. Reason: ${given}`;
}

function userAdded(handler: ResolveHandler, resolution: Resolution): string {
  const said = userSaid(handler, resolution);
  return said === null ? '' : `\nThe user added: ${said}`;
}

/** The person's words and their comments; null where there are none. */
function userSaid({ comments }: ResolveHandler, { decidedBy, words }: Resolution): string | null {
  if (decidedBy !== 'user') return null;
  return [words, comments ?? null].filter((text) => text !== null).join('\n\n') || null;
}

function userEdited({ userEdit }: ResolveHandler): string {
  return userEdit === undefined ? '' : `\n${userEdit}`;
}

/**
 * Returns the details stored with every result. `sourceResultDetails` only where the callback returned some.
 */
function resolveDetails(
  { sourceToolName, label }: ResolveHandler,
  { action, decidedBy }: Resolution,
  { reason, extra }: Given,
  sourceResultDetails: unknown,
) {
  return {
    action,
    reason,
    ...(extra === undefined ? {} : { extra }),
    sourceToolName,
    label,
    ...(sourceResultDetails === undefined || sourceResultDetails === null ? {} : { sourceResultDetails }),
    decidedBy,
  };
}
