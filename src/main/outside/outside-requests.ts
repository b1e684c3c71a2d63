import { createHash } from 'node:crypto';
import type { Asker } from '../../shared/contract/outside-requests.ts';
import { type MessageCall, type ToolCallId, toolCallIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { Presence } from '../../shared/transcript/transcript.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { workspaceForAsker } from './asker-workspace.ts';
import { type Cancellations, CancelledByAsker } from './cancellations.ts';
import { type Delivery, type OpenRequest, outcomeOrEnd, type PresenceTracker } from './presence.ts';

/** How long an answer is kept for an asker that is gone, in milliseconds. */
const keptFor = 24 * 60 * 60 * 1_000;

/** `key` is chosen by the asker: the same key is the same call. */
type Requested = { asker: Asker; folder: string | null; key?: string | undefined };

/** A stored call, which has a card. */
type Call = MessageCall & { presence: Presence };

/** A call about to be stored; `at` in milliseconds since 1970. */
export type NewCall = {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  folder: string | null;
  key: string | null;
  dedupeKey: string;
  at: number;
};

/**
 * `attached`: the same was asked before and its card still waited; `kept`: it was answered while its asker was
 * gone.
 */
type OutsideAnswerOf<Outcome> = { outcome: Outcome; how: 'asked' | 'attached' | 'kept' };

/** What differs between kinds of requests; each function may throw what the database throws. */
type RequestKind<Asked, Stored, Outcome> = {
  /** Returns what makes two requests the same, as JSON values. */
  dedupeBy(asked: Asked): readonly unknown[];
  /** Stored calls. By dedupe key: those asked at `since` or later and not yet delivered, oldest first. */
  calls: {
    byKey(key: string): Stored | undefined;
    byDedupeKey(dedupeKey: string, since: number): Stored[];
    /** Notes that a call was repeated, which extends how long it is kept. */
    noteAsked(call: Stored, at: number): void;
  };
  /** Stores a call and shows its card. */
  open(asked: Asked, call: NewCall): Stored;
  /** Returns the outcome of a call that has ended. */
  outcomeOf(call: Stored): Outcome | undefined;
  /** Resolves when a waiting call has ended. */
  waitFor(call: Stored): Promise<Outcome>;
  /** True once a person has begun on the card. */
  isTouched(call: Stored): boolean;
  /** Closes the card of an asker that cancelled; false when the person was faster, or it failed. */
  close(call: Stored, reason: string): boolean | Promise<boolean>;
};

type OutsideRequestsDeps = {
  presence: PresenceTracker;
  cancellations: Cancellations;
  workspaces: Workspaces;
  /** Returns random text for an id. */
  newId: () => string;
  now: () => number;
};

/** What requests of outside askers share, of every kind. */
export class OutsideRequests {
  readonly #deps: OutsideRequestsDeps;

  constructor(deps: OutsideRequestsDeps) {
    this.#deps = deps;
  }

  ofKind<Asked extends Requested, Stored extends Call, Outcome>(
    kind: RequestKind<Asked, Stored, Outcome>,
  ): RequestsOfKind<Asked, Stored, Outcome> {
    return new RequestsOfKind(kind, this.#deps);
  }

  close(): void {
    this.#deps.cancellations.close();
  }
}

/**
 * Requests of outside askers, of one kind. An answer outlives its request: whoever asks the same again, with no
 * earlier request of theirs open, is attached to the waiting card or gets the kept answer, once.
 */
export class RequestsOfKind<Asked extends Requested, Stored extends Call, Outcome> {
  readonly #kind: RequestKind<Asked, Stored, Outcome>;
  readonly #deps: OutsideRequestsDeps;

  constructor(kind: RequestKind<Asked, Stored, Outcome>, deps: OutsideRequestsDeps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  /**
   * Waits for the person. When the signal aborts, the card stays for the asker's return, or is closed if the
   * reason is a CancelledByAsker and nobody has touched it; resolves to undefined then. The answer is kept until
   * its delivery is complete. Throws what the database throws.
   */
  async request(asked: Asked, signal: AbortSignal): Promise<Delivery<OutsideAnswerOf<Outcome>> | undefined> {
    if (signal.aborted) return undefined;
    const { presence, now } = this.#deps;
    const kind = this.#kind;
    const known = this.#find(asked);
    const call = known ?? this.open(asked);
    const kept = kind.outcomeOf(call);
    if (kept !== undefined) return { answer: { outcome: kept, how: 'kept' }, ...presence.begin(call) };
    const waiting = kind.waitFor(call);
    if (known !== undefined) kind.calls.noteAsked(call, now());
    const request = presence.begin(call);
    const outcome = await outcomeOrEnd(waiting, signal);
    if (outcome !== undefined)
      return { answer: { outcome, how: known === undefined ? 'asked' : 'attached' }, ...request };
    if (signal.reason instanceof CancelledByAsker) this.#cancel(call, request, signal.reason);
    else request.lose();
    return undefined;
  }

  /** Stores a call in the workspace for its asker's folder, and shows its card. */
  open(asked: Asked): Stored {
    const { workspaces, newId, now } = this.#deps;
    return this.#kind.open(asked, {
      workspaceId: workspaceForAsker(asked.folder, workspaces),
      toolCallId: toolCallIdSchema.parse(`outside-${newId()}`),
      folder: asked.folder,
      key: asked.key ?? null,
      dedupeKey: this.#dedupeKey(asked),
      at: now(),
    });
  }

  #find(asked: Asked): Stored | undefined {
    const { presence, now } = this.#deps;
    const { calls } = this.#kind;
    const same = asked.key === undefined ? undefined : calls.byKey(asked.key);
    if (same !== undefined) return same;
    const alike = calls.byDedupeKey(this.#dedupeKey(asked), now() - keptFor);
    return alike.find((call) => !presence.isPresent(call));
  }

  #cancel(call: Stored, request: OpenRequest, { message }: CancelledByAsker): void {
    const kind = this.#kind;
    this.#deps.cancellations.cancel({
      request,
      isTouched: () => kind.isTouched(call),
      close: () => kind.close(call, message),
    });
  }

  /** Returns the same text for requests with equal parts. */
  #dedupeKey(asked: Asked): string {
    const parts = JSON.stringify(this.#kind.dedupeBy(asked));
    return createHash('sha256').update(parts).digest('base64url');
  }
}
