import type { LanguageModel } from 'ai';
import type { MessageId, WorkspaceId } from '../../../../shared/ids.ts';
import { largestTextForAgent } from '../../../../shared/transcript/attachment-limits.ts';
import type { HistoryEntry } from '../../../chat/chat-history.ts';
import type { ChatLog } from '../../../chat/chat-log.ts';
import type { ResolveSteering } from '../../../previews/resolve-steering.ts';
import type { Summary } from '../../../storage/summary-store.ts';
import type { SummaryReach } from '../../chat-agent.ts';
import { charactersPerToken, fullShare } from '../request-size.ts';
import { costOf, countedTokens, type ModelFacts } from '../model-table.ts';
import { decisionsIn, entryText, inPieces } from './older-text.ts';

/** The share of the window that the newest turns keep. */
const kept = 0.25;

/** The window that is assumed where it is unknown, in tokens. */
const usualWindow = 64_000;

type CompactorDeps = {
  log: ChatLog;
  resolving: ResolveSteering;
  /** Returns the messages with a waiting card of the chat's agent. */
  pending: (id: WorkspaceId) => readonly MessageId[];
  now: () => number;
};

type Compacting = {
  workspaceId: WorkspaceId;
  facts: ModelFacts;
  model: () => Promise<Exclude<LanguageModel, string>>;
  reach: SummaryReach;
  signal: AbortSignal;
};

/** `nothing`: there is no older part, or a card waits in it. `no-words`: the model returned no text. */
export type CompactionResult = 'done' | 'nothing' | 'no-words';

/** Makes room in a chat's context: its older part becomes a summary for the model, the transcript stays whole. */
export class Compactor {
  readonly #deps: CompactorDeps;

  constructor(deps: CompactorDeps) {
    this.#deps = deps;
  }

  /**
   * True when the text of the next request would come near the model's window. `used` is what the last one took.
   * Images don't count: those that don't fit are left out.
   */
  isDue(used: number, { contextWindow }: ModelFacts, textTokens: number): boolean {
    return contextWindow !== null && used > 0 && textTokens >= fullShare * contextWindow;
  }

  /** True when a chat has something that can be summarised. */
  canCompact(workspaceId: WorkspaceId, reach: SummaryReach): boolean {
    return this.#older(workspaceId, usualWindow, reach).older.length > 0;
  }

  /** Stores a summary of a chat's older part and shows it. Throws what the model call throws. */
  async compact({ workspaceId, facts, model, reach, signal }: Compacting): Promise<CompactionResult> {
    const { log, resolving, now } = this.#deps;
    const window = facts.contextWindow ?? usualWindow;
    const { older, newer, before } = this.#older(workspaceId, window, reach);
    const until = older.at(-1)?.messageId;
    if (until === undefined) return 'nothing';
    const { summarise } = await import('./summarise.ts');
    const used = { input: 0, output: 0, cost: 0 };
    const text = await summarise({
      model: await model(),
      thinks: facts.thinks,
      before: before?.text ?? '',
      pieces: inPieces(older.map(entryText), (window * charactersPerToken) / 2),
      signal,
      onUsage(usage) {
        used.input += usage.inputTokens ?? 0;
        used.output += usage.outputTokens ?? 0;
        used.cost += facts.price === null ? 0 : costOf(facts.price, countedTokens(usage));
      },
    });
    if (text === '') return 'no-words';
    const decisions = [...(before?.decisions ?? []), ...decisionsIn(older, resolving.delivered(workspaceId))];
    const id = log.addSummary({ workspaceId, until, text, decisions, at: now() });
    log.usage.add(workspaceId, id, used, facts.price === null ? null : used.cost);
    const left = [text, ...decisions, ...newer.map(entryText)].join('\n').length;
    log.usage.setContext(workspaceId, Math.ceil(left / charactersPerToken));
    return 'done';
  }

  /**
   * Returns the messages since the last summary or fresh start that go into the next one, and those that stay.
   */
  #older(workspaceId: WorkspaceId, window: number, reach: SummaryReach) {
    const { log, pending, resolving } = this.#deps;
    const all = log.history(workspaceId);
    const fresh = resolving
      .delivered(workspaceId)
      .findLast(
        ({ kind, messageId }) => kind === 'fresh' && all.some((entry) => entry.messageId === messageId),
      );
    const newest = log.summary(workspaceId);
    const since = Math.max(newest?.until ?? 0, (fresh?.messageId ?? 0) - 1);
    const before = newest !== undefined && since === newest.until ? newest : undefined;
    const history = all.filter(({ messageId }) => messageId > since);
    const keep = reach === 'older-turns' ? kept * window : 0;
    const mayTakeAll = reach === 'everything';
    const cut = compactionCut(history.map(sized), { keep, mayTakeAll, pending: pending(workspaceId) });
    return { before, older: history.slice(0, cut), newer: history.slice(cut) };
  }
}

function sized(entry: HistoryEntry): SizedEntry {
  const { role, messageId } = entry;
  const files = entry.role === 'user' ? entry.attachments.filter(({ kind }) => kind === 'text') : [];
  const characters = files.reduce(
    (sum, { size }) => sum + Math.min(size, largestTextForAgent),
    entryText(entry).length,
  );
  return { role, messageId, tokens: characters / charactersPerToken };
}

/** Returns a summary as its agent reads it. */
export function summaryForModel({ text, decisions }: Pick<Summary, 'text' | 'decisions'>): string {
  const decided =
    decisions.length === 0
      ? []
      : ['', 'What the person decided there, word for word:', ...decisions.map((one) => `- ${one}`)];
  return [
    '<conversation-summary>',
    'The earlier part of this conversation, summarised to make room:',
    '',
    text,
    ...decided,
    '</conversation-summary>',
  ].join('\n');
}

/** `tokens` is an estimate. */
export type SizedEntry = { role: 'user' | 'agent'; messageId: MessageId; tokens: number };

type CutLimits = {
  /** How many tokens of the newest turns stay; the turn at work always stays. */
  keep: number;
  /** True where no turn is at work, so that all may go. */
  mayTakeAll: boolean;
  /** The messages whose cards wait for the person. */
  pending: readonly MessageId[];
};

/**
 * Returns how many entries of a history go into its summary; 0 for none. The cut is always between two turns, and
 * before the first turn with a waiting card.
 */
export function compactionCut(
  entries: readonly SizedEntry[],
  { keep, mayTakeAll, pending }: CutLimits,
): number {
  const oldestPending = entries.findIndex(({ messageId }) => pending.includes(messageId));
  const mayGo = oldestPending < 0 ? entries.length : oldestPending;
  const starts = entries.flatMap(({ role }, index) =>
    role === 'user' && entries[index - 1]?.role !== 'user' ? [index] : [],
  );
  const cuts = [...starts, ...(mayTakeAll ? [entries.length] : [])].filter((cut) => cut > 0 && cut <= mayGo);
  const tokensFrom = (cut: number) => entries.slice(cut).reduce((sum, { tokens }) => sum + tokens, 0);
  return cuts.find((cut) => tokensFrom(cut) <= keep) ?? cuts.at(-1) ?? 0;
}
