import { randomUUID } from 'node:crypto';
import type { ToolCallId, WorkspaceId } from '../../src/shared/ids.ts';
import { applyEvent } from '../../src/shared/transcript/apply-event.ts';
import type { Transcript } from '../../src/shared/transcript/transcript.ts';
import { type Acknowledged, callKey } from './acknowledged.ts';
import { oneOf } from './random.ts';
import type { TrialWindow } from './window.ts';

const labels = ['A', 'B'] as const;

/** The calls of a chat that wait for an answer, oldest first. */
export function waitingCalls({ messages }: Transcript): ToolCallId[] {
  return messages.flatMap((message) =>
    message.role === 'agent'
      ? message.parts.flatMap((part) =>
          part.type === 'tool' && part.ask !== null && part.ask.settlement === null ? [part.toolCallId] : [],
        )
      : [],
  );
}

/** Somebody who writes, picks and answers in one chat, and keeps account of what was acknowledged. */
export class Person {
  readonly #window: TrialWindow;
  readonly #workspaceId: WorkspaceId;
  readonly #account: Acknowledged;
  readonly #random: () => number;
  #transcript: Transcript = { messages: [], hasEarlier: false };

  constructor(window: TrialWindow, workspaceId: WorkspaceId, account: Acknowledged, random: () => number) {
    this.#window = window;
    this.#workspaceId = workspaceId;
    this.#account = account;
    this.#random = random;
  }

  /** Follows the chat until it ends, or until it looks as wanted. */
  async watch(wanted: (transcript: Transcript) => boolean = () => false): Promise<void> {
    const { workspace } = this.#window.client;
    for await (const item of await workspace.watch({ workspaceId: this.#workspaceId })) {
      this.#transcript =
        item.type === 'snapshot' ? item.state.transcript : applyEvent(this.#transcript, item.event);
      if (wanted(this.#transcript)) return;
    }
  }

  /** Does one thing after the other until a call breaks: mostly what a question that waits asks for. */
  async act(): Promise<never> {
    for (;;) {
      const [call] = waitingCalls(this.#transcript);
      const chance = this.#random();
      if (chance < 0.05) await this.write();
      else if (call === undefined || chance < 0.3) await this.type();
      else if (chance < 0.65) await this.pick(call);
      else await this.answer(call);
    }
  }

  async write(): Promise<void> {
    const key = randomUUID();
    this.#sends('');
    await this.#window.client.workspace.sendMessage({
      workspaceId: this.#workspaceId,
      key,
      text: `Message ${key}`,
      attachments: [],
    });
    this.#account.messages.add(key);
    this.#isStored('');
  }

  async type(): Promise<void> {
    const text = `Half a thought ${randomUUID()}`;
    this.#sends(text);
    await this.#window.client.workspace.saveMessageDraft({ workspaceId: this.#workspaceId, text });
    this.#isStored(text);
  }

  async pick(toolCallId: ToolCallId): Promise<void> {
    const label = oneOf(this.#random, labels);
    const entry = { questionId: '1', picks: [label], otherChosen: false, other: '', note: '' };
    const key = callKey(this.#workspaceId, toolCallId);
    this.#account.picks.delete(key);
    await this.#window.client.workspace.saveAskDraft({
      workspaceId: this.#workspaceId,
      toolCallId,
      entries: [entry],
    });
    this.#account.picks.set(key, label);
  }

  /** Answers the oldest question that waits; says whether it was taken. */
  async answerFirst(): Promise<boolean> {
    const [call] = waitingCalls(this.#transcript);
    if (call === undefined) return false;
    await this.answer(call);
    return this.#account.answers.has(callKey(this.#workspaceId, call));
  }

  /** Answers a question; that it ended meanwhile, by a message or before, is no loss. */
  async answer(toolCallId: ToolCallId): Promise<void> {
    const label = oneOf(this.#random, labels);
    const ask = { workspaceId: this.#workspaceId, toolCallId };
    try {
      await this.#window.client.workspace.answerAskUserQuestion({
        ...ask,
        answers: [{ questionId: '1', picks: [label] }],
      });
      this.#account.answers.set(callKey(this.#workspaceId, toolCallId), label);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'not-pending')) throw error;
    }
  }

  /** An unsent text is on its way; from now on either may be found. */
  #sends(text: string): void {
    const { drafts } = this.#account;
    drafts.set(this.#workspaceId, [...(drafts.get(this.#workspaceId) ?? ['']), text]);
  }

  #isStored(text: string): void {
    this.#account.drafts.set(this.#workspaceId, [text]);
  }
}
