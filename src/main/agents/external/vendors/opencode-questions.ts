import { z } from 'zod';
import { choiceOrText } from '../../../../shared/questions/question-kinds.ts';
import type { Outcome, Question, Reply } from '../../../../shared/questions/questions.ts';
import type { ChannelHost } from './vendor.ts';
import { OpenCodeRequests, type Waiting } from './opencode-requests.ts';
import type { OpenCodeServer } from './opencode-server.ts';
import { answerOf, outcomeText } from './question-form.ts';

/** Asks the person what OpenCode's own tool for questions asks, and gives its server the answers. */
export class OpenCodeQuestions {
  readonly #server: OpenCodeServer;
  readonly #host: ChannelHost;
  readonly requests: OpenCodeRequests;

  /** `onLost` is called where the server takes no answers any more. */
  constructor(server: OpenCodeServer, host: ChannelHost, onLost: () => void) {
    this.#server = server;
    this.#host = host;
    this.requests = new OpenCodeRequests({
      server,
      onLost,
      onLine: host.onLine,
      answer: (request, waiting) => this.#answer(request, waiting),
      refuse: (id) => this.#reply(id, { type: 'reject' }),
    });
  }

  async #answer(request: unknown, { id, sessionId, gone }: Waiting): Promise<void> {
    const asker = await this.#server.askerOf(sessionId, this.#host.sessionId());
    if (gone.aborted || asker === undefined) return;
    const asked = openCodeRequest(request);
    if (asked === undefined) {
      this.#host.onLine(`question ${id}: it can’t be shown, and was rejected`);
      return this.#reply(id, { type: 'reject' });
    }
    const outcome = await this.#host.ask(asker === 'own' ? asked : { ...asked, callId: undefined }, gone);
    if (!gone.aborted) await this.#reply(id, openCodeAnswer(asked.questions, outcome));
  }

  async #reply(id: string, answer: OpenCodeAnswer): Promise<void> {
    const path = `/question/${encodeURIComponent(id)}`;
    if (answer.type === 'reject') return void (await this.requests.reply(id, `${path}/reject`, undefined));
    const status = await this.requests.reply(id, `${path}/reply`, { answers: answer.answers });
    if (status === undefined || status === 200) return;
    if (status !== 404) await this.requests.reply(id, `${path}/reject`, undefined);
    this.#host.undelivered(answer.text);
  }
}

/** A request of OpenCode's tool for questions; `callId` is the call that asks. */
export type OpenCodeRequest = { callId: string | undefined; questions: Question[] };

/**
 * An answer for OpenCode's server: one list a question, of labels and of what the person wrote, and all of it as the `text` of
 * a message; or that the person does not answer.
 */
export type OpenCodeAnswer = { type: 'reply'; answers: string[][]; text: string } | { type: 'reject' };

const shortText = z.string().max(100_000);
const optionSchema = z.object({
  label: shortText.min(1),
  description: shortText.optional().catch(undefined),
});
const askedSchema = z.object({
  question: shortText,
  header: shortText.optional().catch(undefined),
  options: z.array(optionSchema).max(200).default([]),
  multiple: z.boolean().optional().catch(undefined),
  custom: z.boolean().optional().catch(undefined),
});
const requestSchema = z.object({
  questions: z.array(askedSchema).min(1).max(50),
  tool: z.object({ callID: z.string() }).optional().catch(undefined),
});

/** Reads a request; undefined for one that can't be shown. */
export function openCodeRequest(value: unknown): OpenCodeRequest | undefined {
  const read = requestSchema.safeParse(value);
  if (!read.success) return undefined;
  const { tool, questions } = read.data;
  return { callId: tool?.callID, questions: questions.map(toQuestion) };
}

function toQuestion(asked: z.infer<typeof askedSchema>, index: number): Question {
  const { question: prompt, header, multiple = false, custom } = asked;
  // An answer is a label, so two options of one label are the same one.
  const options = asked.options.filter(
    ({ label }, at) => asked.options.findIndex((other) => other.label === label) === at,
  );
  return choiceOrText(
    {
      id: String(index),
      prompt: prompt.trim() === '' ? (header ?? `Question ${index + 1}`) : prompt,
      ...(header !== undefined && header.trim() !== '' && { header }),
    },
    {
      options: options.map(({ label, description }) => ({
        label,
        ...(description !== undefined && description !== '' && { description }),
      })),
      multiple,
      ...(custom === false && { closed: true }),
    },
  );
}

/** Returns an outcome as OpenCode takes it. A rejection ends its turn, so a reason is sent as an answer. */
export function openCodeAnswer(questions: readonly Question[], outcome: Outcome): OpenCodeAnswer {
  const text = outcomeText(questions, outcome);
  const replyWith = (written: string): OpenCodeAnswer => ({
    type: 'reply',
    answers: questions.map((_, index) => (index === 0 ? [written] : [])),
    text,
  });
  switch (outcome.type) {
    case 'answered':
    case 'supplied': {
      const replyTo = ({ id }: Question) => outcome.replies.find(({ questionId }) => questionId === id);
      return { type: 'reply', answers: questions.map((question) => answerTo(replyTo(question))), text };
    }
    case 'replied':
      return replyWith(outcome.text);
    case 'declined':
      return outcome.reason === undefined
        ? { type: 'reject' }
        : replyWith(`I would rather not answer: ${outcome.reason}`);
    case 'cancelled':
      return { type: 'reject' };
  }
}

function answerTo(reply: Reply | undefined): string[] {
  if (reply === undefined) return [];
  const { picks, custom = '', note = '' } = answerOf(reply);
  const isOnlyNote = picks.length === 0 && custom.trim() === '';
  const noted = note.trim() === '' ? '' : isOnlyNote ? note : `note: ${note}`;
  return [...picks, custom, noted].filter((one) => one.trim() !== '');
}
