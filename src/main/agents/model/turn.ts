import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Problem, TurnState } from '../../../shared/workspace/turn-state.ts';
import type { RequestNote } from '../../../shared/transcript/request-note.ts';
import { withNotes } from '../../../shared/permissions/permission-text.ts';
import type { PermissionSubject } from '../../../shared/permissions/permission.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import type { ResolveSteering } from '../../previews/resolve-steering.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { PersonMessages } from '../../chat/person-messages.ts';
import type { SteeringStore, StepPosition } from '../../storage/steering-store.ts';
import type { WorkspaceRow } from '../../storage/workspace-store.ts';
import { folderTrouble } from '../../folder/usable-folder.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { SummaryReach, TurnSignals } from '../chat-agent.ts';
import type { StartTimer } from '../../clock.ts';
import type { RefusedRequest } from './adjust-request.ts';
import { BrokenAnswer, cutAnswerText, EmptyAnswer } from './answer-end.ts';
import type { ChatRequest, ChatState } from './chat-request.ts';
import type { FailureReports } from './failure-reports.ts';
import type { ModelCall } from './model-call.ts';
import { instructionsFor, type KnownOfFolder } from './instructions.ts';
import { moveIn, settleBrokenCalls } from './chat-move.ts';
import { endOfAnswers, type NextMove, repeatsFailure } from './next-move.ts';
import { longestTurn, noSummary, repeatedStep, tooLong } from './turn-problems.ts';
import type { CompactionResult, Compactor } from './compaction/compactor.ts';
import type { Shortening } from './compaction/shorten-results.ts';
import type { ModelCatalog } from './model-catalog.ts';
import { type AgentChoice, agentLabel, providerOf } from './providers.ts';
import { noteAboutTools, type RefusedTools } from './refused-tools.ts';
import { type Adjustments, type RepairKind, Repairs } from './repairs.ts';
import { StepRecorder } from './step-recorder.ts';
import type { OfferConditions } from '../../tools/tool-availability.ts';
import type { AgentTool } from '../../tools/tool.ts';
import type { Tools } from '../../tools/tool-set.ts';
import { dialectOf } from './dialect-choice.ts';

export type TurnDeps = {
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  tools: Tools;
  agentOf: (row: WorkspaceRow) => AgentChoice;
  failures: FailureReports;
  models: ModelCatalog;
  resolving: ResolveSteering;
  compactor: Compactor;
  refusedTools: RefusedTools;
  permissions: Permissions;
  /** Reads what is known of a folder now. */
  knownOf: (folder: string) => Promise<KnownOfFolder>;
  steering: Pick<SteeringStore, 'say'>;
  after: StartTimer;
};

/** What models refuse, by the names of their agents and the level of thinking. */
export type KnownAdjustments = Map<string, Adjustments>;

/** The last request, and the answer that it was made for. */
type Asked = RefusedRequest & {
  position: StepPosition;
  /** Its agent and level of thinking, under which is known what the model refuses. */
  key: string;
  request: ChatRequest;
  /** The tools of MCP servers and the custom tools that it carried. */
  addedTools: readonly AgentTool[];
  agent: string;
  by: string;
  hasBegun: () => boolean;
};

/**
 * One turn of an agent: a loop over what is stored. It reads the history, decides the next move and makes it; it
 * holds no state, so that it can end between any two moves, with or without the process, and go on from there.
 */
export class Turn {
  readonly #deps: TurnDeps;
  readonly #workspaceId: WorkspaceId;
  readonly #signals: TurnSignals;
  #folder: Promise<KnownOfFolder> | undefined;
  #shortening: Shortening | undefined;
  #repairs = new Repairs();
  /** True where a request was refused for the schemas of added tools, and nobody knows for which. */
  #withoutAddedTools = false;
  /** What is different in this request alone. */
  #adjusted: Adjustments = {};
  readonly #known: KnownAdjustments;
  #asked: Asked | undefined;
  /** Ends the pause before a request is repeated. */
  #endPause: (() => void) | undefined;

  constructor(
    deps: TurnDeps,
    workspaceId: WorkspaceId,
    signals: TurnSignals,
    known: KnownAdjustments = new Map(),
  ) {
    this.#deps = deps;
    this.#known = known;
    this.#workspaceId = workspaceId;
    this.#signals = signals;
  }

  /** Makes moves until there is nothing left to do; returns the final state. Throws what a move throws. */
  async run(): Promise<TurnState> {
    const { log, messages } = this.#deps;
    const since = endOfAnswers(log.historyEnd(this.#workspaceId));
    let tries = 0;
    for (let steps = 0; steps < longestTurn; ) {
      if (this.#signals.stop.aborted || this.#signals.closing.aborted) return { status: 'interrupted' };
      const history = log.historyEnd(this.#workspaceId);
      const move = moveIn(this.#deps, this.#workspaceId, history);
      switch (move.type) {
        case 'run-calls':
          if (await this.#runCalls(move)) return { status: 'interrupted' };
          break;
        case 'deliver-queued':
          messages.deliverQueued(this.#workspaceId);
          break;
        case 'ask-model': {
          if (repeatsFailure(history, since)) return { status: 'failed', problem: repeatedStep };
          steps += 1;
          try {
            const problem = await this.#askModel(move.into);
            if (problem !== undefined) return { status: 'failed', problem };
            tries = 0;
            this.#repairs = new Repairs();
            this.#adjusted = {};
          } catch (error) {
            this.#tellOfCut(error);
            const repair = await this.#repair(error);
            if (repair === 'no-words') return { status: 'failed', problem: noSummary };
            if (repair === 'none') {
              await this.#waitToRetry(error, tries);
              tries += 1;
            }
          }
          break;
        }
        case 'done':
          return { status: 'idle' };
      }
    }
    return { status: 'failed', problem: tooLong };
  }

  /**
   * Changes a refused request so that it can be sent again, or sends one again that got nothing: what the refusal
   * names is said otherwise; refused images and tools are left out; for one that was too long, older turns become a summary,
   * and after that earlier results of this turn are cut. `none` for another failure, or when nothing is left to change.
   */
  async #repair(error: unknown): Promise<'made' | 'none' | 'no-words'> {
    if (this.#askAgain(error) || (await this.#adjust(error))) return 'made';
    if ((await this.#leaveOutImages(error)) || (await this.#leaveOutTools(error))) return 'made';
    if (!(await this.#deps.failures.isTooLong(error))) return 'none';
    if (this.#repairs.allow('summarised')) {
      this.#repairs.add('summarised');
      const result = await this.#compact('older-turns');
      if (result !== 'nothing') return result === 'done' ? 'made' : result;
    }
    if (!this.#repairs.allow('shortened')) return 'none';
    if (!(await this.#makeRoom())) return 'none';
    this.#note('shortened', { type: 'shortened' });
    return 'made';
  }

  /** Has the model read that its answer was cut, once it is asked again. */
  #tellOfCut(error: unknown): void {
    if (!(error instanceof BrokenAnswer) || error.end !== 'length' || this.#asked === undefined) return;
    const { position } = this.#asked;
    const { steering, resolving, log } = this.#deps;
    const wasCut = resolving
      .delivered(this.#workspaceId)
      .some(
        ({ kind, messageId, step }) =>
          kind === 'cut' && messageId === position.messageId && step === position.step,
      );
    const end = endOfAnswers(log.historyEnd(this.#workspaceId)) ?? position;
    const text = cutAnswerText(error.tokens, wasCut);
    steering.say(this.#workspaceId, { ...end, text, kind: 'cut', about: null });
  }

  /** True where an answer held nothing, for no reason, and may be asked for once more. */
  #askAgain(error: unknown): boolean {
    if (!(error instanceof EmptyAnswer) || error.reason.type !== 'nothing') return false;
    if (!this.#repairs.allow('asked-again')) return false;
    this.#note('asked-again', { type: 'asked-again' });
    return true;
  }

  /** Leaves out of a request, or says otherwise, what its refusal names. */
  async #adjust(error: unknown): Promise<boolean> {
    if (this.#asked === undefined) return false;
    const adjustment = await this.#deps.failures.adjustment(error, this.#asked);
    if (adjustment === undefined || !this.#repairs.allow(adjustment.kind)) return false;
    const { kind, now, later, note } = adjustment;
    this.#adjusted = { ...this.#adjusted, ...now };
    const { key } = this.#asked;
    this.#known.set(key, { ...this.#known.get(key), ...later });
    this.#note(kind, note);
    return true;
  }

  /** Counts a repair, and says so of the answer that it is for. */
  #note(kind: RepairKind, how: Extract<RequestNote, { type: 'repaired' }>['how']): void {
    this.#repairs.add(kind);
    if (this.#asked === undefined) return;
    const { position, by } = this.#asked;
    const { messageId } = position;
    this.#deps.log.addNotes(this.#workspaceId, messageId, [{ type: 'repaired', by, how }]);
  }

  /** Leaves out the images that a request was refused for, from now on; all of them the second time. */
  async #leaveOutImages(error: unknown): Promise<boolean> {
    const { failures, log } = this.#deps;
    if (this.#asked === undefined) return false;
    const { request, position, agent, by } = this.#asked;
    const { messageId } = position;
    const kind: RepairKind = this.#repairs.allow('without-images') ? 'without-images' : 'without-any-image';
    const refusal = await failures.refusedImages(error, request.sent, kind === 'without-images');
    if (refusal === undefined || !this.#repairs.allow(kind)) return false;
    this.#repairs.add(kind);
    const { images } = refusal;
    const { notesAbout } = await import('./images/fit-images.ts');
    const why = new Map(images.map(({ id }) => [id, refusal.why]));
    log.refuseImages(this.#workspaceId, agent, [...why.keys()]);
    log.addNotes(this.#workspaceId, messageId, notesAbout(images, why, by));
    return true;
  }

  /**
   * Leaves out the tools that a request was refused for, from now on; the second time, or if the refusal names none,
   * all added ones, for this turn.
   */
  async #leaveOutTools(error: unknown): Promise<boolean> {
    const { failures, log, refusedTools } = this.#deps;
    if (this.#asked === undefined) return false;
    const { addedTools, position, agent, by } = this.#asked;
    const { messageId } = position;
    const refusal = await failures.refusedTools(error, addedTools);
    if (refusal === undefined) return false;
    const { tools, named } = refusal;
    const isFirst = named && this.#repairs.allow('without-tools');
    const kind: RepairKind = isFirst ? 'without-tools' : 'without-any-tool';
    if (!this.#repairs.allow(kind)) return false;
    this.#repairs.add(kind);
    if (named) refusedTools.add(agent, tools);
    this.#withoutAddedTools ||= !isFirst;
    const left = isFirst ? tools : addedTools.filter(({ jsonSchema }) => jsonSchema !== undefined);
    log.addNotes(this.#workspaceId, messageId, noteAboutTools(left, by, !isFirst && left.length > 1));
    return true;
  }

  /** Waits until a failed request may be sent again; throws its failure when waiting would not help. */
  async #waitToRetry(error: unknown, tries: number): Promise<void> {
    const signal = this.#ending();
    if (signal.aborted) throw error;
    const { workspaces, failures } = this.#deps;
    const hasBegun = this.#asked?.hasBegun() ?? false;
    const retry = await failures.retry(error, { tries, hasBegun }, this.#workspaceId);
    if (retry === undefined) throw error;
    workspaces.setTurn(this.#workspaceId, { status: 'working', retry });
    await this.#wait(retry.waitMs, signal);
    workspaces.setTurn(this.#workspaceId, { status: 'working' });
  }

  /** Ends what the turn waits for: the person stopped it, or Parley ends. */
  #ending(): AbortSignal {
    return AbortSignal.any([this.#signals.stop, this.#signals.closing]);
  }

  /** Repeats a request at once that waits for its time. */
  retryNow(): void {
    this.#endPause?.();
  }

  /** Rejects with the reason of a signal that comes before the time is over. */
  #wait(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const callOff = this.#deps.after(ms, resolve);
    this.#endPause = resolve;
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    return promise.finally(() => {
      callOff();
      this.#endPause = undefined;
      signal.removeEventListener('abort', stop);
    });
  }

  /** Stores a result for every call; returns true when one of them ends the turn, and with it the others. */
  async #runCalls({
    messageId,
    calls,
    brokeOff,
  }: Extract<NextMove, { type: 'run-calls' }>): Promise<boolean> {
    if (brokeOff) {
      settleBrokenCalls(this.#deps, this.#workspaceId);
      return false;
    }
    const { log, workspaces, tools, permissions, agentOf } = this.#deps;
    const workspaceId = this.#workspaceId;
    const row = workspaces.row(workspaceId);
    const folder = workspaces.folder(workspaceId);
    const asker = agentLabel(agentOf(row)).name;
    const ending = new AbortController();
    const signal = AbortSignal.any([this.#signals.stop, ending.signal]);
    const runs = await Promise.allSettled(
      calls.map(async ({ tool_call_id: toolCallId, tool_name, step, input }) => {
        const about = { workspaceId, messageId, toolCallId, step, mode: row.mode, asker, folder };
        let stops = false;
        const permit = async (subject: PermissionSubject) => {
          const outcome = await permissions.request({ ...about, folder: folder.path, subject }, { signal });
          stops ||= outcome.type === 'denied' && outcome.stop === true;
          return outcome;
        };
        const context = { ...about, mentions: () => log.mentions(workspaceId), permit, signal };
        const ran = await tools.run(tool_name, input, context);
        const result = { ...ran, text: withNotes(permissions.notes(about), ran.text) };
        log.settleTool(workspaceId, messageId, toolCallId, result);
        if (result.endsTurn || stops) ending.abort();
      }),
    );
    const failed = runs.find((run) => run.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return ending.signal.aborted;
  }

  /** Summarises the chat at the person's request; returns why it could not. Throws what a model call throws. */
  async summarise(reach: SummaryReach): Promise<Problem | undefined> {
    return (await this.#compact(reach)) === 'no-words' ? noSummary : undefined;
  }

  /** Replaces the older part of the chat by a summary, for the model alone. */
  async #compact(reach: SummaryReach): Promise<CompactionResult> {
    const { workspaces, agentOf, compactor, models } = this.#deps;
    const workspaceId = this.#workspaceId;
    const row = workspaces.row(workspaceId);
    const choice = agentOf(row);
    if (!choice.ok) return 'nothing';
    workspaces.setTurn(workspaceId, { status: 'working', summarising: true });
    const result = await compactor.compact({
      workspaceId,
      facts: models.facts(row.agent),
      model: choice.agent.languageModel,
      reach,
      signal: this.#ending(),
    });
    workspaces.setTurn(workspaceId, { status: 'working' });
    return result;
  }

  /** Cuts earlier results of the turn from now on, except what a person decided; false where none can be cut. */
  async #makeRoom(): Promise<boolean> {
    const { Shortening } = await import('./compaction/shorten-results.ts');
    const { chatRequest } = await import('./chat-request.ts');
    const { tools, workspaces } = this.#deps;
    this.#shortening ??= new Shortening((name) => ['plain', 'run'].includes(tools.kindOf(name)));
    return this.#shortening.tighten(chatRequest(this.#state(workspaces.row(this.#workspaceId))).messages);
  }

  /** Returns the chat as its model reads it. The guide reads all of it, since it works from the history. */
  #state(row: WorkspaceRow): ChatState {
    const { log, resolving, models } = this.#deps;
    const id = this.#workspaceId;
    const provider = providerOf(row.agent);
    const { images, contextWindow } = models.facts(row.agent);
    return {
      history: log.history(id),
      steering: resolving.delivered(id),
      summary: provider === undefined ? undefined : log.summary(id),
      eyes: provider !== undefined && images ? provider : null,
      contextWindow,
      used: row.context_tokens,
      refused: () => log.refusedImages(id, row.agent),
      bytesOf: (attachment) => log.bytesOf(id, attachment),
      imageBytesOf: (attachment) => log.bytesForModels(id, attachment),
    };
  }

  /** Keeps what a request is for, should it be refused; returns what is different in it. */
  #noteAsked(
    asked: Omit<Asked, keyof RefusedRequest>,
    { force, thinking, mostOutput }: Pick<ModelCall, 'force' | 'thinking' | 'mostOutput'>,
  ): Adjustments {
    const adjusted = { ...this.#known.get(asked.key), ...this.#adjusted };
    this.#asked = {
      ...asked,
      isForced: force !== undefined && adjusted.unforced !== true,
      isThinking: thinking !== null && thinking !== undefined && adjusted.thinking === undefined,
      mostOutput: adjusted.mostOutput === undefined ? (mostOutput ?? null) : adjusted.mostOutput,
    };
    return adjusted;
  }

  /** Makes a chat shorter that nearly fills what its model reads; returns false where that failed. */
  async #compactIfDue(row: WorkspaceRow): Promise<boolean> {
    const { textTokensIn } = await import('./chat-request.ts');
    const { compactor, models } = this.#deps;
    const facts = models.facts(row.agent);
    if (!compactor.isDue(row.context_tokens, facts, textTokensIn(this.#state(row)))) return true;
    const result = await this.#compact('older-turns');
    // The turn alone fills the context.
    if (result === 'nothing') await this.#makeRoom();
    return result !== 'no-words';
  }

  /** Returns the tools that the chat adds to a request, and those of them that its model refused before. */
  async #addedTools({
    folder,
    mode,
    agent,
  }: WorkspaceRow): Promise<Record<'addedTools' | 'refused', AgentTool[]>> {
    const { tools, refusedTools } = this.#deps;
    const found = await tools.addedTools({ workspaceId: this.#workspaceId, folder, mode });
    const { taken, refused } = refusedTools.sort(agent, found);
    const fixed = taken.filter(({ jsonSchema }) => jsonSchema === undefined);
    return { addedTools: this.#withoutAddedTools ? fixed : taken, refused };
  }

  /** Makes one model call, unless a message came that goes first; returns the problem where it could not. */
  async #askModel(into: StepPosition | null): Promise<Problem | undefined> {
    const { log, workspaces, tools, agentOf, resolving, models } = this.#deps;
    const workspaceId = this.#workspaceId;
    let row = workspaces.row(workspaceId);
    const choice = agentOf(row);
    if (!choice.ok) return choice.problem;
    const trouble = folderTrouble(workspaces.folder(workspaceId));
    if (trouble !== undefined) return trouble;
    const facts = await models.ask(row.agent, this.#ending());
    if (!(await this.#compactIfDue(row))) return noSummary;
    row = workspaces.row(workspaceId);
    const { chatRequest } = await import('./chat-request.ts');
    const { callModel } = await import('./model-call.ts');
    const known = await (this.#folder ??= this.#deps.knownOf(row.folder));
    if (into === null && this.#deps.messages.hasQueued(workspaceId)) return undefined;
    const position = into ?? { messageId: log.beginAgentMessage(workspaceId), step: 0 };
    const force = resolving.prepare(workspaceId, position) ? 'resolve' : undefined;
    const pending = resolving.isPending(workspaceId);
    const { addedTools, refused } = await this.#addedTools(row);
    const conditions: OfferConditions = { mode: row.mode, dialect: dialectOf(row), pending, addedTools };
    const kindOf = (toolName: string) => tools.kindOf(toolName, addedTools);
    const refusal = (toolName: string) => tools.refusal(toolName, conditions);
    const by = choice.agent.name;
    const recorder = new StepRecorder(
      { by, log, workspaceId, price: facts.price, kindOf, refusal },
      position,
    );
    const request = chatRequest(this.#state(row));
    const messages = this.#shortening?.of(request.messages) ?? request.messages;
    const wishes = { force, thinking: facts.thinks ? row.thinking : null, mostOutput: facts.mostOutput };
    const asked = {
      key: `${row.agent} ${row.thinking}`,
      request,
      addedTools,
      position,
      agent: row.agent,
      by,
    };
    const adjusted = this.#noteAsked({ ...asked, hasBegun: () => recorder.hasBegun }, wishes);
    const notes = [...request.notes(by), ...noteAboutTools(refused, by, false)];
    log.addNotes(workspaceId, position.messageId, notes);
    try {
      const stream = callModel({
        model: await choice.agent.languageModel(),
        instructions: instructionsFor(row.mode, row.folder, tools.named(conditions), known),
        messages,
        tools: tools.offered(conditions),
        ...wishes,
        adjusted,
        signal: this.#ending(),
      });
      for await (const part of stream) recorder.record(part);
      models.noteAnswer(row.agent);
    } finally {
      if (!this.#signals.closing.aborted) recorder.end();
    }
    return undefined;
  }
}
