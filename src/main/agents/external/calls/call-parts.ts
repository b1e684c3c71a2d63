import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { ChatFolder } from '../../../folder/chat-folder.ts';
import { CallDiffs } from './call-diffs.ts';
import type { CallState } from './call-state.ts';
import type { KnownCall, KnownCalls } from './known-calls.ts';
import { workOf } from './shown-call.ts';

/** The time in which changes of a call are joined before windows get them, in milliseconds. */
const showAfter = 50;

/** The parts of a chat that its agent's calls are, as windows see them. */
export class CallParts {
  readonly #log: ChatLog;
  readonly #workspaceId: WorkspaceId;
  readonly #folder: string;
  readonly #calls: KnownCalls;
  readonly #diffs: CallDiffs;
  readonly #unshown = new Set<KnownCall>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: ChatLog, workspaceId: WorkspaceId, folder: ChatFolder, calls: KnownCalls) {
    this.#log = log;
    this.#workspaceId = workspaceId;
    this.#folder = folder.path;
    this.#calls = calls;
    this.#diffs = new CallDiffs(folder);
  }

  /** The changes of files that a call shows. */
  filesOf(state: CallState): FileDiff[] {
    return this.#diffs.of(state);
  }

  add(known: KnownCall, toolName: string, works: boolean): void {
    const { toolCallId, messageId, kind, state } = known;
    this.#log.addPart(this.#workspaceId, {
      messageId,
      step: 0,
      type: 'tool',
      kind,
      toolCallId,
      toolName,
      input: state.rawInput ?? null,
      ...(works && { work: this.#workOf(state) }),
    });
  }

  /** Has a change of a call shown in a moment. */
  change(known: KnownCall): void {
    this.#unshown.add(known);
    this.#timer ??= setTimeout(() => this.show(), showAfter);
  }

  /** Shows all changes now. */
  show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const known of this.#unshown) this.#showOne(known);
    this.#unshown.clear();
  }

  settle(known: KnownCall, ok: boolean, text: string): void {
    known.settled = true;
    this.#unshown.delete(known);
    this.#showOne(known);
    this.#log.settleTool(this.#workspaceId, known.messageId, known.toolCallId, { ok, text });
  }

  #showOne({ messageId, toolCallId, kind, state }: KnownCall): void {
    const now = { kind, input: state.rawInput ?? null, work: this.#workOf(state) };
    this.#log.changeCall(this.#workspaceId, messageId, toolCallId, now);
  }

  #workOf(state: CallState) {
    const idOf = (agentId: string) => this.#calls.get(agentId)?.toolCallId;
    return workOf(state, this.filesOf(state), this.#folder, idOf);
  }
}
