import type { Decision } from './decision.ts';
import { commentsOf } from './line-comments.ts';
import type {
  ApplyFailure,
  DecidedOutcome,
  PreviewOutcome,
  PreviewState,
  ResolveRequest,
  Resolution,
} from './pending-action.ts';
import { isSentBack } from './preview-kind.ts';

/** An event in the life of a preview. Times are milliseconds since 1970. */
export type PreviewEvent =
  /** A call of `resolve` took it. */
  | { type: 'requested'; request: ResolveRequest }
  /** That call is over without a decision. */
  | { type: 'released' }
  /** The model was reminded as often as allowed. */
  | { type: 'left' }
  | { type: 'decided'; decision: Decision }
  /** A resolution is about to be carried out. */
  | { type: 'begun'; resolution: Resolution }
  | { type: 'settled'; at: number }
  | { type: 'failed'; failure: ApplyFailure }
  /** It was rebased onto its files as they are now, and is shown again. */
  | { type: 'merged' }
  /** A file of it has changed, and the change can't be merged. */
  | { type: 'went-stale'; failure: ApplyFailure }
  /** Applying it changed files that previews of other chats are about. */
  | { type: 'outdated-others'; chats: readonly string[] }
  /** Carrying out was aborted before anything was done. */
  | { type: 'broken-off' }
  /** A newer preview takes its place. */
  | { type: 'superseded'; at: number }
  | { type: 'undo-begun' }
  | { type: 'undo-refused' }
  | { type: 'undone' }
  | { type: 'redo-begun' }
  | { type: 'redo-refused' }
  | { type: 'redone' };

type StateOf<Type extends PreviewState['type']> = Extract<PreviewState, { type: Type }>;

/** The state of a new preview. */
export const staged: StateOf<'open'> = { type: 'open', request: null, failure: null, left: false };

/** Returns the state after an event; null where the event can't happen in that state. */
export function nextState(state: PreviewState, event: PreviewEvent): PreviewState | null {
  switch (state.type) {
    case 'open':
      return fromOpen(state, event);
    case 'decided':
      return fromDecided(state, event);
    case 'carrying-out':
      return fromCarryingOut(state, event);
    case 'ended':
      return fromEnded(state, event);
  }
}

function fromOpen(state: StateOf<'open'>, event: PreviewEvent): PreviewState | null {
  switch (event.type) {
    case 'requested':
      return { ...state, request: event.request };
    case 'released':
      return { ...state, request: null };
    case 'left':
      return { ...state, left: true };
    case 'went-stale':
      return { ...state, failure: event.failure };
    case 'merged':
      return { ...state, failure: null };
    case 'decided':
      return { type: 'decided', request: state.request, decision: event.decision };
    case 'begun':
      return { type: 'carrying-out', request: state.request, decision: null, resolution: event.resolution };
    case 'superseded':
      return superseded(state, event.at);
    case 'settled':
    case 'failed':
    case 'outdated-others':
    case 'broken-off':
    case 'undo-begun':
    case 'undo-refused':
    case 'undone':
    case 'redo-begun':
    case 'redo-refused':
    case 'redone':
      return null;
  }
}

function fromDecided(state: StateOf<'decided'>, event: PreviewEvent): PreviewState | null {
  switch (event.type) {
    case 'requested':
      return { ...state, request: event.request };
    case 'released':
      return { ...state, request: null };
    case 'begun':
      return { ...state, type: 'carrying-out', resolution: event.resolution };
    case 'superseded':
      return superseded(state, event.at);
    case 'left':
    case 'decided':
    case 'settled':
    case 'failed':
    case 'went-stale':
    case 'merged':
    case 'outdated-others':
    case 'broken-off':
    case 'undo-begun':
    case 'undo-refused':
    case 'undone':
    case 'redo-begun':
    case 'redo-refused':
    case 'redone':
      return null;
  }
}

function fromCarryingOut(state: StateOf<'carrying-out'>, event: PreviewEvent): PreviewState | null {
  switch (event.type) {
    case 'requested':
      return { ...state, request: event.request };
    case 'released':
      return { ...state, request: null };
    case 'begun':
      return { ...state, resolution: event.resolution };
    case 'settled':
      return {
        type: 'ended',
        resolvedBy: state.request?.toolCallId ?? null,
        settlement: { outcome: newOutcome(state), at: event.at },
        undoing: false,
      };
    case 'failed':
      return { ...staged, failure: event.failure };
    case 'merged':
      // Who decided looks again, and the call waits on; a call that decided without them got its answer.
      return { ...staged, request: state.resolution.decidedBy === 'user' ? state.request : null };
    case 'broken-off':
      return staged;
    case 'left':
    case 'decided':
    case 'went-stale':
    case 'outdated-others':
    case 'superseded':
    case 'undo-begun':
    case 'undo-refused':
    case 'undone':
    case 'redo-begun':
    case 'redo-refused':
    case 'redone':
      return null;
  }
}

function fromEnded(state: StateOf<'ended'>, event: PreviewEvent): PreviewState | null {
  const { outcome } = state.settlement;
  switch (event.type) {
    case 'superseded':
      return outcome.type === 'refined' ? withOutcome(state, { ...outcome, superseded: true }) : null;
    case 'outdated-others':
      return outcome.type === 'applied' ? withOutcome(state, withOutdated(outcome, event.chats)) : null;
    case 'undo-begun':
      return outcome.type === 'applied' && !outcome.undone ? { ...state, undoing: true } : null;
    case 'redo-begun':
      return outcome.type === 'applied' && outcome.undone ? { ...state, redoing: true } : null;
    case 'redo-refused':
      return state.redoing ? withoutRedoing(state) : null;
    case 'redone':
      return state.redoing && outcome.type === 'applied'
        ? withOutcome(withoutRedoing(state), { ...outcome, undone: false })
        : null;
    case 'undo-refused':
      return state.undoing ? { ...state, undoing: false } : null;
    case 'undone':
      return state.undoing && outcome.type === 'applied'
        ? withOutcome({ ...state, undoing: false }, { ...outcome, undone: true })
        : null;
    case 'requested':
    case 'released':
    case 'left':
    case 'decided':
    case 'begun':
    case 'settled':
    case 'failed':
    case 'went-stale':
    case 'merged':
    case 'broken-off':
      return null;
  }
}

/** Changes the outcome and keeps the time at which it was decided. */
function withOutcome(state: StateOf<'ended'>, outcome: PreviewOutcome): StateOf<'ended'> {
  return { ...state, settlement: { ...state.settlement, outcome } };
}

type Applied = Extract<PreviewOutcome, { type: 'applied' }>;

function withOutdated(outcome: Applied, chats: readonly string[]): Applied {
  return { ...outcome, outdated: [...new Set([...(outcome.outdated ?? []), ...chats])] };
}

function withoutRedoing({ redoing: _, ...state }: StateOf<'ended'>): StateOf<'ended'> {
  return state;
}

function superseded({ request }: StateOf<'open' | 'decided'>, at: number): PreviewState {
  const resolvedBy = request?.toolCallId ?? null;
  const settlement = { outcome: { type: 'superseded' as const }, at };
  return { type: 'ended', resolvedBy, settlement, undoing: false };
}

function newOutcome({ resolution, request, decision }: StateOf<'carrying-out'>): DecidedOutcome {
  const { action, decidedBy, words } = resolution;
  const comments = commentsOf(decision);
  const common = {
    decidedBy,
    agentReason: request?.reason ?? null,
    userWords: words,
    ...(comments.length > 0 && { comments: [...comments] }),
  };
  switch (action) {
    case 'apply':
      return { type: 'applied', ...common, undone: false, ...choiceIn(decision) };
    case 'discard':
      return isSentBack(decision)
        ? { type: 'refined', ...common, superseded: false }
        : { type: 'discarded', ...common };
  }
}

function choiceIn(decision: Decision | null): { choice?: string } {
  return decision?.type === 'approve-plan' && decision.choice !== undefined
    ? { choice: decision.choice }
    : {};
}

/** What became of a preview; null while it is pending. */
export function outcomeOf(state: PreviewState): PreviewOutcome | null {
  return state.type === 'ended' ? state.settlement.outcome : null;
}

/** When a preview was settled, in milliseconds since 1970; undefined while it is pending. */
export function settledAt(state: PreviewState): number | undefined {
  return state.type === 'ended' ? state.settlement.at : undefined;
}

/** The outcome that somebody decided; null while it is pending, and where a newer preview replaced it. */
export function decidedOutcomeOf(state: PreviewState): DecidedOutcome | null {
  const outcome = outcomeOf(state);
  return outcome === null || outcome.type === 'superseded' ? null : outcome;
}

/** The person's decision that is still to be carried out; null where there is none. */
export function decisionOf(state: PreviewState): Decision | null {
  switch (state.type) {
    case 'decided':
    case 'carrying-out':
      return state.decision;
    case 'open':
    case 'ended':
      return null;
  }
}

/** The call of `resolve` that waits for a preview; null if none does. */
export function requestOf(state: PreviewState): ResolveRequest | null {
  return state.type === 'ended' ? null : state.request;
}

/** Why it could not be applied the last time; null if nothing failed since it was decided. */
export function failureOf(state: PreviewState): ApplyFailure | null {
  return state.type === 'open' ? state.failure : null;
}
