import type { HistoryEntry } from '../../../chat/chat-history.ts';
import type { MessageId, ToolCallId, WorkspaceId } from '../../../../shared/ids.ts';
import type { AgentFacts, AgentSessionStore, StoredSession } from '../../../storage/agent-session-store.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import { isSetup } from '../../setup/setup-call.ts';

type KeptDeps = { sessions: AgentSessionStore; workspaces: Workspaces };

const noFacts: AgentFacts = {
  model: '',
  contextWindow: null,
  cost: null,
  plans: true,
  byItself: false,
  compacts: false,
  steers: false,
  servers: '',
  addsFolders: false,
};

/**
 * A prompt for an answer. It has the first `pending` texts of the pending context; `onHeard` is called as the agent reacts
 * to it.
 */
type SentPrompt = { messageId: MessageId; pending: number; onHeard: () => void };

/** The stored state of a chat's session with its agent; that of another agent is none. */
export class KeptSession {
  readonly #deps: KeptDeps;
  readonly #workspaceId: WorkspaceId;
  readonly #agent: string;
  /** The prompt to which the agent has not reacted yet. */
  #sent: SentPrompt | undefined;

  constructor(deps: KeptDeps, workspaceId: WorkspaceId, agent: string) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#agent = agent;
  }

  read(): StoredSession {
    const known = this.#deps.sessions.session(this.#workspaceId);
    if (known?.agent === this.#agent) return known;
    return {
      agent: this.#agent,
      sessionId: null,
      messageId: null,
      pendingContext: [],
      facts: noFacts,
      opens: null,
      opened: false,
      folders: known?.folders ?? [],
      unprompted: [],
    };
  }

  /**
   * True when the session knows all of a chat: the last answer there is the chat's last, those that are empty or unprompted
   * aside.
   */
  knows(history: readonly HistoryEntry[]): boolean {
    const { messageId, unprompted } = this.read();
    const answers = history.filter(
      (entry) => entry.role === 'agent' && !unprompted.includes(entry.messageId) && !isSetup(entry),
    );
    const spoken = answers.findLast((entry) => entry.role === 'agent' && entry.steps.length > 0);
    return [answers.at(-1)?.messageId, spoken?.messageId ?? null].includes(messageId);
  }

  save(change: Partial<StoredSession>): void {
    this.#deps.sessions.saveSession(this.#workspaceId, { ...this.read(), ...change });
  }

  /** Adds a text to the next prompt; `about` is the call that was decided. */
  addContext(text: string, about: ToolCallId | null): void {
    const { pendingContext } = this.read();
    this.save({ pendingContext: [...pendingContext, { text, about }] });
  }

  /** True where the next prompt has something about a call. */
  hasContextAbout(toolCallId: ToolCallId): boolean {
    return this.read().pendingContext.some(({ about }) => about === toolCallId);
  }

  /** Call it as a prompt is sent. What it has counts as told once the agent reacts: it may die of it, or be killed. */
  promptSent(sent: SentPrompt): void {
    this.#sent = sent;
  }

  /** The agent reacts, or ends its turn: it has heard its prompt. */
  promptHeard(): void {
    const sent = this.#sent;
    if (sent === undefined) return;
    this.#sent = undefined;
    const { messageId, pending, onHeard } = sent;
    this.save({ messageId, pendingContext: this.read().pendingContext.slice(pending), unprompted: [] });
    onHeard();
  }

  /** The turn is over: what the agent does from now on says nothing of its prompt. */
  turnEnded(): void {
    this.#sent = undefined;
  }

  /** Stores what the agent said of itself, and shows it in the windows where it is new. */
  noteFacts(change: Partial<AgentFacts>): void {
    const { facts } = this.read();
    const now = { ...facts, ...change };
    if (JSON.stringify(now) === JSON.stringify(facts)) return;
    this.save({ facts: now });
    this.#deps.workspaces.changed(this.#workspaceId);
  }
}
