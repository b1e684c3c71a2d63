import { isDeepStrictEqual } from 'node:util';
import type { Stored } from '../../stored.ts';
import { foldersIn, type StoredCard } from './stored-cards.ts';
import type { TrialEntry } from './trial-log.ts';
import { subagentOf } from './unique-texts.ts';

/** The counts of what the agent and the servers heard, beside what stands in the database. */
export type DeliveryFigures = {
  /** Decisions that the external agent never heard of. */
  pendingContext: number;
  /** Decisions that it was told again after it had shown in the chat that it knew. */
  toldTwice: number;
  /** Consents that reached somebody without the person's yes. */
  unsent: number;
  /** Answers that a server was given twice. */
  givenTwice: number;
  /** Calls that began twice. */
  ranTwice: number;
  /** Permissions of subagents whose cards do not name them. */
  misnamed: number;
  /** 1 where the agent's last session has other folders than the chat. */
  otherFolders: number;
};

type Asked = {
  stored: Stored;
  cards: readonly StoredCard[];
  entries: readonly TrialEntry[];
  external: string;
};

export function deliveryFigures({ stored, cards, entries, external }: Asked): DeliveryFigures {
  const decided = cards.filter(({ workspaceId, decided: end }) => workspaceId === external && end !== null);
  const heard = JSON.stringify(entries.filter(({ type }) => type === 'prompt' || type === 'answer'));
  const shown = textsIn(stored).join('\n');
  const pendingContext = decided.filter((card) => !tokensOf(card).every((token) => heard.includes(token)));
  const twice = decided.filter((card) =>
    tokensOf(card).some((token) => shown.split(`Heard: ${token}.`).length > 2),
  );
  for (const card of pendingContext) process.stderr.write(`pending context: ${JSON.stringify(card)}\n`);
  for (const card of twice) process.stderr.write(`given twice: ${JSON.stringify(card)}\n`);
  const consents = entries.flatMap((entry) =>
    entry.type === 'answer' && isConsent(entry.answer) ? [entry.key] : [],
  );
  const agreed = new Set(cards.flatMap(({ key, decided: end }) => (end === 'yes' ? [key] : [])));
  const externalKeys = new Set(decided.map(({ key }) => key));
  return {
    pendingContext: pendingContext.length,
    toldTwice: twice.length,
    unsent: consents.filter((key) => !agreed.has(key)).length,
    givenTwice: repeated(consents.filter((key) => !externalKeys.has(key))),
    misnamed: misnamedIn(cards, entries),
    otherFolders: Number(!isDeepStrictEqual(lastFolders(entries), foldersIn(stored))),
    ranTwice: repeated(entries.flatMap((entry) => (entry.type === 'called' ? [entry.key] : []))),
  };
}

function misnamedIn(cards: readonly StoredCard[], entries: readonly TrialEntry[]): number {
  const delegated = new Set(entries.flatMap((entry) => (entry.type === 'delegated' ? [entry.key] : [])));
  const isMisnamed = ({ kind, key, subagent }: StoredCard) =>
    kind === 'permission' && subagent !== (delegated.has(key) ? subagentOf(key) : null);
  return cards.filter(isMisnamed).length;
}

function lastFolders(entries: readonly TrialEntry[]): readonly string[] {
  return entries.flatMap((entry) => (entry.type === 'session' ? [entry.folders] : [])).at(-1) ?? [];
}

/** Whoever reads these has heard of the decision. */
const tokensOf = ({ words, key, secret }: StoredCard) => (words.length > 0 && !secret ? words : [key]);

/** A question that is declined with a reason is answered by that. */
const isConsent = (answer: unknown) =>
  /"accept"(?!.*I would rather not answer)|allow-once|exit-plan-default/.test(JSON.stringify(answer));

function textsIn(stored: Stored): string[] {
  return stored.rows(`SELECT text FROM parts WHERE type = 'text'`).map(({ text }) => String(text));
}

function repeated(keys: readonly string[]): number {
  return keys.length - new Set(keys).size;
}
