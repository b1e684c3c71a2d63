import { type ToolCallId, toolCallKey, type WorkspaceId } from '../../shared/ids.ts';
import { canTimeOut, withTimeoutPicks } from '../../shared/questions/answers.ts';
import type { Ask, Countdown } from '../../shared/transcript/transcript.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { Clock } from '../clock.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import type {
  AskDetails,
  AskEvent,
  AskUserQuestionManager,
  PendingAsk,
} from './ask-user-question-manager.ts';

type AskTimeoutsDeps = Clock & {
  manager: AskUserQuestionManager<AskDetails>;
  asks: AskStore;
  log: ChatLog;
  /** The setting `askTimeout` is in seconds; 0 is off. */
  settings: Pick<SettingsStore, 'read'>;
  isPlanning: (workspaceId: WorkspaceId) => boolean;
  report: (error: unknown) => void;
  /** Milliseconds since 1970: older asks were opened in an earlier run. */
  since: number;
};

type Running = { workspaceId: WorkspaceId; toolCallId: ToolCallId; callOff: () => void };

const stopped: Countdown = { deadline: null, stopped: true };

/**
 * The countdowns of asks: one an ask, off unless set, never in plan mode. Whether an ask has one is
 * decided when it opens, and no later change of mode, setting or process gives it one. A countdown
 * that anybody stopped never runs again; one that the end of the process cut off begins anew, for
 * nobody could see it run meanwhile.
 */
export class AskTimeouts {
  readonly #deps: AskTimeoutsDeps;
  readonly #running = new Map<string, Running>();

  constructor(deps: AskTimeoutsDeps) {
    this.#deps = deps;
  }

  /** Begins the countdown of an ask that opens, also again after a restart, and ends that of one that is settled. */
  follow(event: AskEvent<AskDetails>): void {
    const { workspaceId, toolCallId } = event.item;
    try {
      if (event.type === 'opened') this.#begin(event.item);
      else this.#end(workspaceId, toolCallId);
    } catch (error) {
      this.#deps.report(error);
    }
  }

  /** An ask whose countdown can't be stored waits without one. */
  #begin({ workspaceId, toolCallId, questions }: PendingAsk<AskDetails>): void {
    const { settings, isPlanning, report, now, after } = this.#deps;
    const ms = settings.read().askTimeout * 1_000;
    if (ms <= 0 || isPlanning(workspaceId) || !canTimeOut(questions)) return;
    const ask = this.#waiting(workspaceId, toolCallId);
    if (ask === undefined || !this.#mayRun(ask)) return;
    try {
      this.#change(workspaceId, toolCallId, { deadline: now() + ms, stopped: false });
    } catch (error) {
      report(error);
      return;
    }
    const callOff = after(ms, () => this.#expire(workspaceId, toolCallId));
    this.#running.set(toolCallKey({ workspaceId, toolCallId }), { workspaceId, toolCallId, callOff });
  }

  /** Stops the countdown of an ask for good; one that has ended, or never was, is left as it is. */
  touch(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    const ask = this.#waiting(workspaceId, toolCallId);
    if (ask === undefined || ask.timeout.stopped) return;
    this.#end(workspaceId, toolCallId);
    this.#change(workspaceId, toolCallId, stopped);
  }

  /** Stops every countdown for good, or those of one workspace. */
  touchAll(only?: WorkspaceId): void {
    for (const { workspaceId, toolCallId } of this.#running.values()) {
      if (only === undefined || workspaceId === only) this.touch(workspaceId, toolCallId);
    }
  }

  /** Forgets the countdown of an ask that has ended. */
  #end(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    const key = toolCallKey({ workspaceId, toolCallId });
    this.#running.get(key)?.callOff();
    this.#running.delete(key);
  }

  close(): void {
    for (const { callOff } of this.#running.values()) callOff();
    this.#running.clear();
  }

  /** One from an earlier run must have been counting down then. */
  #mayRun({ openedAt, timeout }: Ask): boolean {
    return !timeout.stopped && (openedAt >= this.#deps.since || timeout.deadline !== null);
  }

  #waiting(workspaceId: WorkspaceId, toolCallId: ToolCallId): Ask | undefined {
    const ask = this.#deps.asks.get(workspaceId, toolCallId);
    return ask?.settlement === null ? ask : undefined;
  }

  #change(workspaceId: WorkspaceId, toolCallId: ToolCallId, timeout: Countdown): void {
    this.#deps.asks.setTimeout(workspaceId, toolCallId, timeout);
    this.#emit(workspaceId, toolCallId, timeout);
  }

  #emit(workspaceId: WorkspaceId, toolCallId: ToolCallId, timeout: Countdown): void {
    const { asks, log } = this.#deps;
    const messageId = asks.messageOf(workspaceId, toolCallId);
    if (messageId === undefined) return;
    log.emit(workspaceId, { type: 'ask-timeout-changed', messageId, toolCallId, timeout });
  }

  /** An ask that can't be answered now, for the disk is full, waits on for the person, and says so. */
  #expire(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    this.#running.delete(toolCallKey({ workspaceId, toolCallId }));
    try {
      this.#answer(workspaceId, toolCallId);
    } catch (error) {
      this.#deps.report(error);
      this.#giveUp(workspaceId, toolCallId);
    }
  }

  /** Stores the clock's choice as entries first, so that it stays marked if it can't be sent. */
  #answer(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    const { asks, manager } = this.#deps;
    const ask = asks.get(workspaceId, toolCallId);
    if (ask === undefined) return;
    asks.saveDraft(workspaceId, toolCallId, withTimeoutPicks(ask.draft, ask.questions));
    manager.expire(workspaceId, toolCallId, ask.draft);
  }

  #giveUp(workspaceId: WorkspaceId, toolCallId: ToolCallId): void {
    this.#emit(workspaceId, toolCallId, stopped);
    try {
      this.#deps.asks.setTimeout(workspaceId, toolCallId, stopped);
    } catch {
      // It stays as it is stored; that the disk refuses was reported a moment ago, and a touch stores it anew.
    }
  }
}
