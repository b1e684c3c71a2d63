import type { WorkspaceId } from '../../../../shared/ids.ts';
import { readsAsParley } from '../../../../shared/reads-as-parley.ts';
import { longestName } from '../../../../shared/workspace/longest-name.ts';
import type { ChatOptions } from '../options.ts';
import type { HostedParts } from '../external-deps.ts';
import type { HostedSession } from './session.ts';
import type { KeptSession } from './kept-session.ts';
import { afterJudgement, afterReport, isJudged, modeOf, nothingGiven } from '../modes.ts';
import { notificationSchema, type SessionUpdate, toolCallIn } from '../protocol.schema.ts';
import type { Replay } from './replay.ts';
import { commandsIn, noticeIn, progressIn } from '../calls/update-content.ts';
import type { UpdateRecorder } from '../calls/recorder.ts';

type UpdatesParts = Pick<HostedParts, 'log' | 'workspaces' | 'report'> & {
  workspaceId: WorkspaceId;
  /** The agent's name for people. */
  name: string;
  recorder: UpdateRecorder;
  kept: KeptSession;
  options: ChatOptions;
  session: () => HostedSession | undefined;
  /** True while a turn runs. */
  isRunning: () => boolean;
  /** True once Parley ends: nothing is stored any more. */
  isOver: () => boolean;
};

/** The updates about a session and not about what is said in it. */
const aboutSession: ReadonlySet<string> = new Set([
  'usage_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'available_commands_update',
]);

/** Takes what an agent tells of itself and its work, in the order it comes. */
export class SessionUpdates {
  readonly #parts: UpdatesParts;
  /** The receiver of what the agent tells of the conversation: `nowhere` while it tells again what is in the chat. */
  into: 'chat' | 'nowhere' | Replay = 'chat';

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
  }

  /** Takes a notification as it was read; what is none of the protocol is passed over. */
  take(params: unknown): void {
    const { isOver, report } = this.#parts;
    const read = notificationSchema.safeParse(params);
    if (!read.success || isOver()) return;
    try {
      const { sessionId, update } = read.data;
      if (!this.#replays(sessionId, update, params)) this.#take(update, params);
    } catch (error) {
      report(error);
    }
  }

  /** True where an update is told again. */
  #replays(sessionId: string, update: SessionUpdate, params: unknown): boolean {
    const { into } = this;
    if (into === 'chat' || aboutSession.has(update.sessionUpdate)) return false;
    if (into !== 'nowhere' && into.sessionId === sessionId) into.take(update, params);
    return true;
  }

  #take(update: SessionUpdate, params: unknown): void {
    const { recorder, name, kept, options } = this.#parts;
    switch (update.sessionUpdate) {
      case 'tool_call':
      case 'tool_call_update': {
        const call = toolCallIn(params);
        if (call === undefined) return;
        kept.heard();
        if (isJudged(call)) this.#judged();
        recorder.change(call, update.sessionUpdate === 'tool_call');
        return;
      }
      case 'plan':
        return this.#progress(update);
      case 'usage_update':
        return this.#usage(update);
      case 'current_mode_update':
      case 'config_option_update':
        return this.#settings(update);
      case 'session_info_update':
        if (update.title !== undefined) this.entitle(update.title);
        return;
      case 'notice':
        return recorder.note(noticeIn(update));
      case 'available_commands_update':
        return options.tookCommands(commandsIn(update));
      case 'user_message_chunk':
        return;
      default:
        if (recorder.record(update)) return kept.heard();
        recorder.note(`${name} sent “${update.sessionUpdate}”`);
    }
  }

  #progress(update: SessionUpdate): void {
    const { recorder, log, workspaceId } = this.#parts;
    if (recorder.messageId !== undefined)
      log.setProgress(workspaceId, recorder.messageId, progressIn(update));
  }

  #usage({ used, size, cost }: SessionUpdate): void {
    const { recorder, log, workspaces, workspaceId, kept } = this.#parts;
    const amount = cost?.currency === 'USD' ? cost.amount : undefined;
    const before = kept.read().facts.cost ?? 0;
    if (recorder.messageId !== undefined && amount !== undefined && amount > before)
      log.usage.add(workspaceId, recorder.messageId, { input: 0, output: 0 }, amount - before);
    if (used !== undefined) log.usage.setContext(workspaceId, used);
    kept.noteFacts({
      ...(size !== undefined && size > 0 && { contextWindow: size }),
      ...(amount !== undefined && { cost: amount }),
    });
    workspaces.changed(workspaceId);
  }

  #judged(): void {
    const { session: sessionNow, options } = this.#parts;
    const session = sessionNow();
    if (session === undefined) return;
    session.settings = afterJudgement(session.settings);
    options.took();
  }

  /** The mode of the chat is the person's, and a plan that they approve changes it: a report of the agent never does. */
  #settings(update: SessionUpdate): void {
    const { session: sessionNow, options, workspaces, workspaceId, isRunning, recorder, name } = this.#parts;
    const session = sessionNow();
    if (session === undefined) return;
    const before = session.settings;
    const now = afterReport(before, update);
    const { mode } = workspaces.row(workspaceId);
    session.settings = mode === 'plan' ? now : nothingGiven(now);
    options.took();
    const entered = modeOf(now);
    if (!isRunning() || entered === undefined || entered === mode || entered === modeOf(before)) return;
    const how = entered === 'plan' ? 'went into' : 'left';
    recorder.note(`${name} ${how} Plan by itself. Your next message puts it back`);
  }

  /** Names the chat after its session, unless somebody has named it, or the name could pass for a word of Parley's. */
  entitle(title: string): void {
    const { workspaces, workspaceId } = this.#parts;
    if (title.trim() === '' || readsAsParley(title) || workspaces.row(workspaceId).named) return;
    workspaces.rename(workspaceId, title.trim().slice(0, longestName));
  }
}
