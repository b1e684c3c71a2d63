import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { canTimeOut } from '../../shared/questions/timeout-answers.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { Countdown } from '../../shared/transcript/transcript.ts';

/** Runs something after a time in milliseconds; what it returns calls that off. */
export type After = (ms: number, run: () => void) => () => void;

/** An ask as far as its countdown is concerned. */
export type TimedAsk = {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  questions: readonly Question[];
};

export type AskTimeoutsParts = {
  /** The setting `ask.timeout` in seconds; 0 is off. */
  seconds: () => number;
  isPlanning: (workspaceId: WorkspaceId) => boolean;
  /** How the countdown of an ask is stored; undefined where there is no such ask. */
  stored: (workspaceId: WorkspaceId, toolCallId: ToolCallId) => Countdown | undefined;
  /** Stores how the countdown stands now and tells the windows. */
  save: (workspaceId: WorkspaceId, toolCallId: ToolCallId, timeout: Countdown) => void;
  /** Answers an ask whose time is up. */
  expire: (workspaceId: WorkspaceId, toolCallId: ToolCallId) => void;
  report: (error: unknown) => void;
  now: () => number;
  after: After;
};

type Running = { workspaceId: WorkspaceId; toolCallId: ToolCallId; callOff: () => void };

const stopped: Countdown = { deadline: null, stopped: true };

/**
 * The countdowns of asks: one an ask, off unless set, never in plan mode. A countdown that anybody
 * stopped never runs again; one that the end of the process cut off begins anew, for nobody could
 * see it run meanwhile.
 */
export class AskTimeouts {
  readonly #parts: AskTimeoutsParts;
  readonly #running = new Map<string, Running>();

  constructor(parts: AskTimeoutsParts) {
    this.#parts = parts;
  }

  /** To be called when an ask opens, also again after a restart. */
  begin({ workspaceId, toolCallId, questions }: TimedAsk): void {
    const { seconds, isPlanning, stored, save, now, after } = this.#parts;
    const ms = seconds() * 1_000;
    if (ms <= 0 || isPlanning(workspaceId) || !canTimeOut(questions)) return;
    if (stored(workspaceId, toolCallId)?.stopped !== false) return;
    save(workspaceId, toolCallId, { deadline: now() + ms, stopped: false });
    const callOff = after(ms, () => this.#expire(workspaceId, toolCallId));
    this.#running.set(keyOf(workspaceId, toolCallId), { workspaceId, toolCallId, callOff });
  }

  /** Stops the countdown of an ask for good; one that has ended, or never was, is left as it is. */
  touch(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    const before = this.#parts.stored(workspaceId, toolCallId);
    if (before === undefined || before.stopped) return;
    this.end(workspaceId, toolCallId);
    this.#parts.save(workspaceId, toolCallId, stopped);
  }

  /** Stops every countdown of a workspace for good. */
  touchAll(workspaceId: WorkspaceId): void {
    for (const running of this.#running.values()) {
      if (running.workspaceId === workspaceId) this.touch(workspaceId, running.toolCallId);
    }
  }

  /** Forgets the countdown of an ask that has ended. */
  end(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    const key = keyOf(workspaceId, toolCallId);
    this.#running.get(key)?.callOff();
    this.#running.delete(key);
  }

  close(): void {
    for (const { callOff } of this.#running.values()) callOff();
    this.#running.clear();
  }

  /** An ask that can't be answered now, be the disk full, waits on for the person. */
  #expire(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    this.#running.delete(keyOf(workspaceId, toolCallId));
    try {
      this.#parts.expire(workspaceId, toolCallId);
    } catch (error) {
      this.#parts.report(error);
    }
  }
}

function keyOf(workspaceId: WorkspaceId, toolCallId: ToolCallId): string {
  return JSON.stringify([workspaceId, toolCallId]);
}
