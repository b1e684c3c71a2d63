import type { MessageId, WorkspaceId } from '../../../../shared/ids.ts';
import type { AgentChanges, WatchedTurn } from '../../../changes/agent-changes.ts';
import type { ChatFolder } from '../../../folder/chat-folder.ts';
import type { TurnSignals } from '../../chat-agent.ts';
import type { Recorder } from '../calls/recorder.ts';

type Chat = { workspaceId: WorkspaceId; recorder: Recorder; folder: () => ChatFolder };

/** A turn that has ended in the answer of that message. */
type EndedTurn = { watched: WatchedTurn; messageId: MessageId };

/** Finds what a chat's agent changes in the folder, turn by turn. */
export class WatchedTurns {
  readonly #changes: AgentChanges;
  readonly #chat: Chat;
  #last: EndedTurn | undefined;
  /** True once the agent has gone on to work after its last turn. */
  #worksOn = false;

  constructor(changes: AgentChanges, chat: Chat) {
    this.#changes = changes;
    this.#chat = chat;
  }

  /** Has the next turn begin where the last one ended: the agent goes on to work. */
  noteBackground(): void {
    this.#worksOn = true;
  }

  /** Forgets the last turn, after which the agent can't work any more. */
  forget(): void {
    this.#last = undefined;
  }

  /** Begins to take the snapshot before a turn. */
  next(): NextTurn {
    const last = this.#worksOn ? this.#last : undefined;
    this.#worksOn = false;
    const watching = this.#changes.watch(this.#chat.folder(), last?.watched);
    const onEnd = (ended: EndedTurn) => {
      this.#last = ended;
    };
    return new NextTurn(watching, { ...this.#chat, since: last?.messageId, onEnd });
  }
}

type TurnOf = Chat & {
  /** The answer from which on its calls count, where that is an earlier one. */
  since: MessageId | undefined;
  onEnd: (ended: EndedTurn) => void;
};

class NextTurn {
  readonly #watching: Promise<WatchedTurn>;
  readonly #of: TurnOf;
  #begun: { watched: WatchedTurn; first: MessageId } | undefined;

  constructor(watching: Promise<WatchedTurn>, of: TurnOf) {
    this.#watching = watching;
    this.#of = of;
  }

  /** Resolves with the turn once its snapshot is taken; with undefined as soon as it is stopped. */
  async ready({ stop, closing }: TurnSignals): Promise<WatchedTurn | undefined> {
    const aborted = AbortSignal.any([stop, closing]);
    const over = Promise.withResolvers<undefined>();
    const end = () => over.resolve(undefined);
    aborted.addEventListener('abort', end, { once: true });
    if (aborted.aborted) end();
    try {
      return await Promise.race([over.promise, this.#watching]);
    } finally {
      aborted.removeEventListener('abort', end);
    }
  }

  /** Has the agent begin its work, in the answer of that message. */
  begin(watched: WatchedTurn, messageId: MessageId): void {
    watched.begin(this.#of.workspaceId, messageId);
    this.#begun = { watched, first: messageId };
  }

  /**
   * Notes what the agent's calls gave, before those that are open are ended for it. Returns what then compares, and stores
   * the changes under the message in which the turn has ended.
   */
  ended(): (messageId: MessageId | undefined) => Promise<void> {
    const { recorder, since, onEnd } = this.#of;
    const begun = this.#begun;
    if (begun === undefined) {
      void this.#watching.then((watched) => watched.drop());
      return () => Promise.resolve();
    }
    const { watched, first } = begun;
    const given = recorder.givenSince(since ?? first);
    return async (messageId = first) => {
      await watched.end(messageId, given);
      onEnd({ watched, messageId });
    };
  }
}
