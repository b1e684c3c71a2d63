import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../../shared/thrown-error.ts';
import type { Beside } from '../asking/beside-protocol.ts';
import { type OpenCodeAnswer, openCodeAnswer, openCodeRequest } from '../asking/opencode-questions.ts';
import { textField } from '../calls/call-state.ts';
import type { OpenCodeServer } from './opencode-server.ts';

export type AskerParts = Pick<Beside, 'ask' | 'unheard'> & {
  /** The id of the session of the chat; empty before it has begun. */
  sessionId: () => string;
  /** Called when nothing can be heard any more: what is asked from then on would wait for ever. */
  onLost: () => void;
  onLine: (line: string) => void;
};

/** The tries of an answer after which the server counts as gone. */
const mostTries = 6;

/** The questions that may wait at once. */
const mostOpen = 20;

/** The sessions between that of the chat and one that works for it. */
const deepest = 5;

/** What a subagent hears that wants to act. */
const askYourself =
  'Agents that work for you can read only. Leave this to the agent that called you: it can ask the user.';

/** Asks the person what OpenCode's own tool asks, and gives its server the answers. */
export class OpenCodeAsker {
  readonly #server: OpenCodeServer;
  readonly #parts: AskerParts;
  /** All that was ever asked, by its id: an event may come twice, and a list may be old. */
  readonly #asked = new Set<string>();
  /** The questions that wait for the person; each signal aborts when its asker is gone. */
  readonly #open = new Map<string, AbortController>();

  constructor(server: OpenCodeServer, parts: AskerParts) {
    this.#server = server;
    this.#parts = parts;
  }

  /** The ids of the questions that wait. */
  waiting(): string[] {
    return [...this.#open.keys()];
  }

  /** Says nothing any more; what waits for the person waits on. */
  close(): void {
    for (const gone of this.#open.values()) gone.abort();
    this.#open.clear();
  }

  /** Takes back a question that waits. */
  withdraw(id: string): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  /** Asks what the server told of, once. */
  take(told: unknown): void {
    const id = textField(told, 'id');
    if (id === undefined || this.#asked.has(id)) return;
    this.#asked.add(id);
    void this.#answer(id, told).catch((error: unknown) =>
      this.#parts.onLine(`question ${id.slice(0, 200)}: ${messageOf(error)}`),
    );
  }

  /**
   * Says no to what an agent that works for the chat's own wants to do: OpenCode tells of that here alone, and the call
   * would wait for ever. What the chat's own agent asks comes over the protocol.
   */
  async refuse(told: unknown): Promise<void> {
    const [id, sessionId] = [textField(told, 'id'), textField(told, 'sessionID')];
    if (id === undefined || this.#asked.has(id) || sessionId === this.#parts.sessionId()) return;
    this.#asked.add(id);
    if (!(await this.#isOfChat(sessionId))) return;
    const body = { reply: 'reject', message: askYourself };
    await this.#server.request('POST', `/permission/${encodeURIComponent(id)}/reply`, { body });
  }

  async #answer(id: string, told: unknown): Promise<void> {
    const gone = new AbortController();
    const isFull = this.#open.size >= mostOpen;
    if (!isFull) this.#open.set(id, gone);
    const isOfChat = await this.#isOfChat(textField(told, 'sessionID'));
    if (gone.signal.aborted) return;
    if (!isOfChat) return void this.#open.delete(id);
    const asked = openCodeRequest(told);
    if (asked === undefined || isFull) {
      this.#parts.onLine(`question ${id.slice(0, 200)}: it can’t be shown, and was rejected`);
      this.#open.delete(id);
      return this.#say(id, { type: 'reject' });
    }
    const isOwn = asked.sessionId === this.#parts.sessionId();
    const outcome = await this.#parts.ask(isOwn ? asked : { ...asked, callId: undefined }, gone.signal);
    if (gone.signal.aborted) return;
    // What comes of it is no withdrawal.
    this.#open.delete(id);
    await this.#say(id, openCodeAnswer(asked.questions, outcome));
  }

  /** True of the session of the chat, and of those that work for it. */
  async #isOfChat(asking: string | undefined): Promise<boolean> {
    let sessionId = asking;
    for (let depth = 0; depth < deepest && sessionId !== undefined; depth += 1) {
      if (sessionId === this.#parts.sessionId()) return true;
      const { status, body } = await this.#server.request('GET', `/session/${encodeURIComponent(sessionId)}`);
      sessionId = status === 200 ? textField(body, 'parentID') : undefined;
    }
    return false;
  }

  async #say(id: string, answer: OpenCodeAnswer): Promise<void> {
    const isReply = answer.type === 'reply';
    const path = `/question/${encodeURIComponent(id)}/${answer.type}`;
    const body = isReply ? { answers: answer.answers } : undefined;
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const { status } = await this.#server.request('POST', path, { body });
      if (this.#server.isClosed || status === 200) return;
      if (status !== undefined) {
        this.#parts.onLine(`question ${id}: its ${answer.type} was answered with ${status}`);
        if (isReply && status !== 404) await this.#server.request('POST', path.replace(/reply$/, 'reject'));
        if (isReply) this.#parts.unheard(answer.words);
        return;
      }
      await pause(25 * 2 ** tries, undefined, { ref: false });
    }
    if (!this.#server.isClosed) this.#parts.onLost();
  }
}
