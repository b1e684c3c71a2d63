import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Outcome, Reply } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { messageOf } from '../../../../shared/thrown-error.ts';
import type { Beside } from '../asking/beside-protocol.ts';
import { answerOf } from '../asking/extension-ask.ts';
import { outcomeWords } from './question-form.ts';
import { textField } from '../calls/call-state.ts';
import type { OpenCodeServer } from './opencode-client.ts';

/** A request of OpenCode's own tool for questions, as its server tells it; `callId` is the call that asks. */
type OpenCodeRequest = {
  id: string;
  sessionId: string;
  callId: string | undefined;
  questions: Question[];
};

/**
 * An answer for OpenCode's server: one list a question, of labels and of words of the person's own, which `words` says
 * as a message; or that the person does not answer.
 */
type OpenCodeAnswer = { type: 'reply'; answers: string[][]; words: string } | { type: 'reject' };

const text = z.string().max(100_000);
const optionSchema = z.object({ label: text.min(1), description: text.optional().catch(undefined) });
const askedSchema = z.object({
  question: text,
  header: text.optional().catch(undefined),
  options: z.array(optionSchema).max(200).default([]),
  multiple: z.boolean().optional().catch(undefined),
  custom: z.boolean().optional().catch(undefined),
});
const requestSchema = z.object({
  id: z.string().min(1).max(200),
  sessionID: z.string().min(1).max(200),
  questions: z.array(askedSchema).min(1).max(50),
  tool: z.object({ callID: z.string() }).optional().catch(undefined),
});

/** Reads a request; undefined for one that can't be shown. */
function openCodeRequest(told: unknown): OpenCodeRequest | undefined {
  const read = requestSchema.safeParse(told);
  if (!read.success) return undefined;
  const { id, sessionID: sessionId, tool, questions } = read.data;
  return { id, sessionId, callId: tool?.callID, questions: questions.map(toQuestion) };
}

function toQuestion(asked: z.infer<typeof askedSchema>, index: number): Question {
  const { question: prompt, header, multiple = false, custom } = asked;
  // An answer is a label, so two options of one label are the same one.
  const options = asked.options.filter(
    ({ label }, at) => asked.options.findIndex((other) => other.label === label) === at,
  );
  return {
    id: String(index),
    prompt: prompt.trim() === '' ? (header ?? `Question ${index + 1}`) : prompt,
    ...(header !== undefined && header.trim() !== '' && { header }),
    kind: options.length === 0 ? 'text' : 'choice',
    options: options.map(({ label, description }) => ({
      label,
      ...(description !== undefined && description !== '' && { description }),
    })),
    multiple,
    ...(custom === false && options.length > 0 && { closed: true }),
  };
}

/** Returns what OpenCode is told of an outcome. Rejected, it ends its turn; so a reason is an answer. */
function openCodeAnswer(questions: readonly Question[], outcome: Outcome): OpenCodeAnswer {
  const words = outcomeWords(questions, outcome);
  const saying = (said: string): OpenCodeAnswer => ({
    type: 'reply',
    answers: questions.map((_, index) => (index === 0 ? [said] : [])),
    words,
  });
  switch (outcome.type) {
    case 'answered':
    case 'supplied': {
      const replyTo = ({ id }: Question) => outcome.replies.find(({ questionId }) => questionId === id);
      return { type: 'reply', answers: questions.map((question) => answerTo(replyTo(question))), words };
    }
    case 'replied':
      return saying(outcome.text);
    case 'declined':
      return outcome.reason === undefined
        ? { type: 'reject' }
        : saying(`I would rather not answer: ${outcome.reason}`);
    case 'cancelled':
      return { type: 'reject' };
  }
}

function answerTo(reply: Reply | undefined): string[] {
  if (reply === undefined) return [];
  const { picks, custom = '', note = '' } = answerOf(reply);
  const isOnlyNote = picks.length === 0 && custom.trim() === '';
  const said = note.trim() === '' ? '' : isOnlyNote ? note : `note: ${note}`;
  return [...picks, custom, said].filter((one) => one.trim() !== '');
}

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
