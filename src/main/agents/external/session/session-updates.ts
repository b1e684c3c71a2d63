import type { WorkspaceId } from '../../../../shared/ids.ts';
import { readsAsParley } from '../../../../shared/reads-as-parley.ts';
import { longestName } from '../../../../shared/workspace/longest-name.ts';
import type { ChatOptions } from './options.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import type { AgentSession } from './session.ts';
import type { KeptSession } from './kept-session.ts';
import { afterJudgement, afterReport, modeOf, nothingGiven } from './modes.ts';
import { callFacts } from '../vendors/vendors.ts';
import { notificationSchema, type SessionUpdate, toolCallIn } from '../protocol.schema.ts';
import type { Replay } from './replay.ts';
import { UsageLimits } from './usage-limits.ts';
import { Compactions } from '../calls/compactions.ts';
import type { KnownCall } from '../calls/known-calls.ts';
import { commandsIn, noticeIn, progressIn } from '../calls/update-content.ts';
import type { Recorder } from '../calls/recorder.ts';

type UpdateDeps = { log: ChatLog; workspaces: Workspaces; report: (error: unknown) => string };

type UpdatesOf = {
  workspaceId: WorkspaceId;
  /** The agent's name for people. */
  name: string;
  recorder: Recorder;
  kept: KeptSession;
  options: ChatOptions;
  session: () => AgentSession | undefined;
  /** True while a turn runs. */
  isRunning: () => boolean;
  /** Called with each update. */
  onUpdate: () => void;
  /** Called where the agent works while no turn runs. */
  onBackground: () => void;
  /** True once Parley ends: nothing is stored any more. */
  isOver: () => boolean;
};

/** The updates about a session rather than about the conversation. */
const aboutSession: ReadonlySet<string> = new Set([
  'usage_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'available_commands_update',
]);

function isAboutCall({ sessionUpdate }: SessionUpdate): boolean {
  return sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update';
}

/** Takes the updates of a session, in the order they come. */
export class SessionUpdates {
  readonly #deps: UpdateDeps;
  readonly #of: UpdatesOf;
  readonly #compactions: Compactions<KnownCall>;
  readonly #limits: UsageLimits;
  /** The receiver of updates about the conversation: `nowhere` while the agent replays what is in the chat. */
  into: 'chat' | 'nowhere' | Replay = 'chat';

  constructor(deps: UpdateDeps, of: UpdatesOf) {
    this.#deps = deps;
    this.#of = of;
    this.#compactions = new Compactions(of.recorder);
    this.#limits = new UsageLimits(of.name, deps.log.now);
  }

  /** Takes the parameters of a notification; one that the protocol does not know is passed over. */
  take(params: unknown): void {
    const { report } = this.#deps;
    const { isOver, onUpdate } = this.#of;
    const read = notificationSchema.safeParse(params);
    if (!read.success || isOver()) return;
    onUpdate();
    try {
      const { sessionId, update } = read.data;
      if (this.#replays(sessionId, update, params)) return;
      if (this.#isOfSubagent(sessionId, update, params)) return;
      this.#take(update, params);
    } catch (error) {
      report(error);
    }
  }

  /** True of an update that is part of a replay. */
  #replays(sessionId: string, update: SessionUpdate, params: unknown): boolean {
    const { into } = this;
    if (into === 'chat' || aboutSession.has(update.sessionUpdate)) return false;
    if (into !== 'nowhere') into.take(sessionId, update, params);
    return true;
  }

  /** Takes an update of a subagent, or about one. What another session says of itself is not the chat's either. */
  #isOfSubagent(sessionId: string, update: SessionUpdate, params: unknown): boolean {
    const { recorder, session, isRunning, onBackground } = this.#of;
    const root = session()?.sessionId ?? '';
    if (!recorder.subagents.take(root, sessionId, update, params))
      return root !== '' && sessionId !== root && aboutSession.has(update.sessionUpdate);
    if (!isRunning() && isAboutCall(update)) onBackground();
    return true;
  }

  #take(update: SessionUpdate, params: unknown): void {
    const { recorder, name, kept, options } = this.#of;
    switch (update.sessionUpdate) {
      case 'tool_call':
      case 'tool_call_update': {
        const call = toolCallIn(params);
        if (call === undefined) return;
        const { _meta: meta } = call;
        kept.promptHeard();
        if (!this.#of.isRunning()) this.#of.onBackground();
        if (callFacts(meta).isJudged === true) this.#judged();
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
      case 'compaction_update':
      case 'compaction_summary_chunk':
        return this.#compactions.take(update);
      case 'available_commands_update': {
        const commands = commandsIn(update);
        options.storeCommands(commands);
        return kept.noteFacts({ compacts: commands.some(({ name }) => name === 'compact') });
      }
      case 'user_message_chunk':
        return;
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        kept.promptHeard();
        recorder.record(update);
        return;
      default:
        recorder.note(`${name} sent “${update.sessionUpdate}”`);
    }
  }

  #progress(update: SessionUpdate): void {
    const { log } = this.#deps;
    const { recorder, workspaceId } = this.#of;
    if (recorder.messageId !== undefined)
      log.setProgress(workspaceId, recorder.messageId, progressIn(update));
  }

  #usage(update: SessionUpdate): void {
    const { log, workspaces } = this.#deps;
    const { recorder, workspaceId, kept } = this.#of;
    const { used, size, cost } = update;
    const limit = this.#limits.noteIn(update);
    if (limit !== undefined) recorder.addOwn('session', { own: 'limit', status: 'completed', ...limit });
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
    const { session: sessionNow, options } = this.#of;
    const session = sessionNow();
    if (session === undefined) return;
    session.settings = afterJudgement(session.settings);
    options.store();
  }

  /** Never changes the mode of the chat: that is the person's alone. */
  #settings(update: SessionUpdate): void {
    const { workspaces } = this.#deps;
    const { session: sessionNow, options, workspaceId, isRunning, recorder, name } = this.#of;
    const session = sessionNow();
    if (session === undefined) return;
    const before = session.settings;
    const now = afterReport(before, update);
    const { mode } = workspaces.row(workspaceId);
    session.settings = mode === 'plan' ? now : nothingGiven(now);
    options.store();
    const entered = modeOf(now);
    if (!isRunning() || entered === undefined || entered === mode || entered === modeOf(before)) return;
    const how = entered === 'plan' ? 'went into' : 'left';
    recorder.note(`${name} ${how} Plan by itself. Your next message puts it back`);
  }

  /** Names the chat after its session, unless a person named it, or the title could be taken for a text of Parley's. */
  entitle(title: string): void {
    const { workspaces } = this.#deps;
    const { workspaceId } = this.#of;
    if (title.trim() === '' || readsAsParley(title) || workspaces.row(workspaceId).named) return;
    workspaces.rename(workspaceId, title.trim().slice(0, longestName));
  }
}
