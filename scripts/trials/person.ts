import { randomUUID } from 'node:crypto';
import type { ToolCallId, WorkspaceId } from '../../src/shared/ids.ts';
import type { Permission } from '../../src/shared/permissions/permission.ts';
import type { Decision } from '../../src/shared/previews/decision.ts';
import type { PendingAction } from '../../src/shared/previews/pending-action.ts';
import { optionsOf } from '../../src/shared/questions/question-kinds.ts';
import { applyEvent } from '../../src/shared/transcript/apply-event.ts';
import type { ToolPart, Transcript } from '../../src/shared/transcript/transcript.ts';
import { type Acknowledged, callKey, type Decided } from './acknowledged.ts';
import type { TrialWindow } from '../../test/main/http/trial-window.ts';

/** The tool calls of a chat, in their order. */
export const toolParts = ({ messages }: Transcript): ToolPart[] =>
  messages.flatMap((message) =>
    message.role === 'user' ? [] : message.parts.filter((part) => part.type === 'tool'),
  );

/** A question that waits, and what can be picked. */
export type WaitingAsk = { toolCallId: ToolCallId; questionId: string; prompt: string; labels: string[] };

/** The questions of a chat that wait for an answer, of its agent or from outside, oldest first. */
export function waitingAsks(transcript: Transcript): WaitingAsk[] {
  return toolParts(transcript).flatMap((part) => {
    const { toolCallId } = part;
    const ask = 'ask' in part ? part.ask : null;
    const [question] = ask?.questions ?? [];
    if (ask === null || ask.settlement !== null || question === undefined) return [];
    const { id: questionId, prompt } = question;
    return [{ toolCallId, questionId, prompt, labels: optionsOf(question).map(({ label }) => label) }];
  });
}

export const waitingCalls = (transcript: Transcript): ToolCallId[] =>
  waitingAsks(transcript).map(({ toolCallId }) => toolCallId);

/** The previews of a chat that nobody has decided about, oldest first. */
export function waitingPreviews(transcript: Transcript): PendingAction[] {
  return toolParts(transcript).flatMap((part) => {
    const action = part.kind === 'preview' ? part.action : undefined;
    return action?.state.type === 'open' ? [action] : [];
  });
}

/** A permission that waits, and the call that asked for it. */
export type WaitingPermission = { toolCallId: ToolCallId; permission: Permission };

/** The permissions of a chat that wait for an answer, oldest first. */
export function waitingPermissions(transcript: Transcript): WaitingPermission[] {
  return toolParts(transcript).flatMap(({ toolCallId, permission }) =>
    permission?.settlement === null ? [{ toolCallId, permission }] : [],
  );
}

/** Somebody who writes, answers and decides in one chat, and keeps account of what was acknowledged. */
export class Person {
  readonly window: TrialWindow;
  readonly workspaceId: WorkspaceId;
  readonly account: Acknowledged;
  transcript: Transcript = { messages: [], hasEarlier: false };
  #waiting: { condition: (transcript: Transcript) => boolean; resolve: () => void }[] = [];

  constructor(window: TrialWindow, workspaceId: WorkspaceId, account: Acknowledged) {
    this.window = window;
    this.workspaceId = workspaceId;
    this.account = account;
  }

  /** Follows the chat until it ends, or until it meets a condition. */
  async watch(condition: (transcript: Transcript) => boolean = () => false): Promise<void> {
    const { workspace } = this.window.client;
    for await (const item of await workspace.watch({ workspaceId: this.workspaceId })) {
      this.transcript =
        item.type === 'snapshot' ? item.state.transcript : applyEvent(this.transcript, item.event);
      for (const one of this.#waiting) if (one.condition(this.transcript)) one.resolve();
      this.#waiting = this.#waiting.filter((one) => !one.condition(this.transcript));
      if (condition(this.transcript)) return;
    }
  }

  /** Waits until the chat, which is followed, meets a condition. */
  until(condition: (transcript: Transcript) => boolean): Promise<void> {
    if (condition(this.transcript)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ condition, resolve }));
  }

  async write(): Promise<void> {
    const key = randomUUID();
    const { workspaceId } = this;
    const text = `Message ${key}`;
    await this.window.client.workspace.sendMessage({ workspaceId, key, text, attachments: [] });
    this.account.messages.add(key);
  }

  /** Answers a question; says whether it was taken. That it ended meanwhile, by a message or before, is no loss. */
  answer(toolCallId: ToolCallId, label: string, questionId = '1'): Promise<boolean> {
    const { workspaceId } = this;
    return unlessOver(['not-pending'], async () => {
      const answers = [{ questionId, picks: [label] }];
      await this.window.client.workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers });
      this.account.answers.set(callKey(workspaceId, toolCallId), label);
    });
  }

  /** Decides about a preview; says whether that was taken. A newer preview may have taken its place. */
  decide({ id: actionId, fingerprint }: PendingAction, decision: Decision, words: string): Promise<boolean> {
    const { workspaceId } = this;
    return unlessOver(['preview-settled', 'stale-preview'], async () => {
      await this.window.client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
      const decided: Decided = { type: decision.type, words };
      this.account.decisions.set(callKey(workspaceId, actionId), decided);
    });
  }
}

async function unlessOver(codes: readonly string[], work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return false;
    throw error;
  }
}
