import { subjectName } from '../permissions/subject-words.ts';
import { type PreviewKind, previewKinds } from '../previews/preview-kind.ts';
import type { Reply } from '../questions/outcome.ts';
import { settledStatus } from '../transcript/settled-status.ts';
import { formDecider, formHeadline, formStatus, formWords } from './form-entry.ts';
import type { LedgerEntry, LedgerKind } from './ledger-entry.ts';
import { permissionDecider, permissionHeadline, permissionWords, verdictStatus } from './permission-entry.ts';

type Ask = Extract<LedgerEntry, { kind: 'ask' }>;
type Preview = Extract<LedgerEntry, { kind: 'preview' }>;

/** Returns the kind of an entry. */
export function entryKind(entry: LedgerEntry): LedgerKind {
  switch (entry.kind) {
    case 'ask':
      return 'question';
    case 'permission':
    case 'form':
      return entry.kind;
    case 'preview':
      return previewed(entry);
  }
}

/** Returns the kind of a preview. Of those that are not kept any more, those with files are edits, others plans. */
function previewed({ preview, files }: Preview): PreviewKind {
  return preview ?? (files.length > 0 ? 'edit' : 'plan');
}

/** Returns a one-line title: the question, preview, permission or message that was put to the person. */
export function entryTitle(entry: LedgerEntry): string {
  if (entry.kind === 'preview') return entry.label;
  if (entry.kind === 'permission') return subjectName(entry.permission);
  if (entry.kind === 'form') return inOneLine(entry.message);
  const [first] = entry.questions;
  const more = entry.questions.length - 1;
  const prompt = first?.prompt ?? '';
  return more > 0 ? `${prompt} (and ${more} more)` : prompt;
}

/** Returns the outcome in a word or two. */
export function entryStatus(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'ask':
      return settledStatus(entry);
    case 'permission':
      return verdictStatus(entry.settlement.verdict);
    case 'form':
      return formStatus(entry.settlement.ending, entry.form);
    case 'preview':
      return previewStatus(entry);
  }
}

function previewStatus(entry: Preview): string {
  const { ending } = entry;
  switch (ending.type) {
    case 'applied':
      if (ending.undone) return 'Undone';
      return previewKinds[previewed(entry)].appliedWord;
    case 'discarded':
      return 'Discarded';
    case 'refined':
      return 'Revised';
    case 'superseded':
      return 'Replaced';
  }
}

/** Returns what came of it, the answer itself where there is one, and what else is worth a glance. */
export function entryHeadline(entry: LedgerEntry): { answer: string; aside: string | null } {
  if (entry.kind === 'preview') return { answer: previewStatus(entry), aside: previewAside(entry) };
  if (entry.kind === 'permission') return permissionHeadline(entry);
  if (entry.kind === 'form') return formHeadline(entry);
  const { outcome } = entry;
  switch (outcome.type) {
    case 'answered':
    case 'supplied':
      return { answer: repliesText(outcome.replies), aside: asideOf(entry) };
    case 'replied':
      return { answer: quoted(outcome.text), aside: asideOf(entry) };
    case 'declined':
      return { answer: settledStatus(entry), aside: outcome.reason ?? null };
    case 'cancelled':
      return { answer: settledStatus(entry), aside: entry.where === 'stop' ? 'The agent was stopped' : null };
  }
}

function asideOf(entry: Ask): string | null {
  const status = settledStatus(entry);
  return status === 'Answered' ? null : status;
}

function previewAside({ ending }: Preview): string | null {
  if (ending.type === 'superseded') return null;
  return ending.userWords || (ending.decidedBy === 'agent' ? ending.agentReason : null) || null;
}

function repliesText(replies: readonly Reply[]): string {
  const answers = replies.flatMap((reply) =>
    reply.status === 'answered'
      ? [...reply.picks.map(inOneLine), ...(reply.custom === undefined ? [] : [quoted(reply.custom)])].join(
          ', ',
        )
      : [],
  );
  return answers.length === 0 ? 'Not answered' : answers.join(' · ');
}

const quoted = (text: string) => `“${inOneLine(text)}”`;

/** Who decided, and where. */
export function entryDecider(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'ask':
      return askDecider(entry);
    case 'permission':
      return permissionDecider(entry.settlement.verdict);
    case 'form':
      return formDecider(entry.settlement.ending);
    case 'preview':
      return previewDecider(entry);
  }
}

function askDecider({ outcome, where }: Ask): string {
  if (outcome.type === 'supplied') return 'Nobody, for the answers came with the call';
  switch (where) {
    case 'card':
      return 'You, on the card';
    case 'chat':
      return 'You, in the chat';
    case 'stop':
      return 'The agent was stopped';
    case 'call':
      return 'The agent itself';
    case 'timeout':
      return 'The time ran out';
  }
}

function previewDecider({ ending }: Preview): string {
  if (ending.type === 'superseded') return 'A newer version';
  switch (ending.decidedBy) {
    case 'user':
      return 'You';
    case 'agent':
      return 'The agent itself';
    case 'policy':
      return 'The chat’s setting for approvals';
  }
}

/** Returns the answer to each question, or the words of a decision; an unanswered question has words for that. */
export function entryAnswers(entry: LedgerEntry): { question: string; answer: string }[] {
  if (entry.kind === 'preview') return previewWords(entry);
  if (entry.kind === 'permission') return permissionWords(entry);
  if (entry.kind === 'form') return formWords(entry);
  const { questions, outcome } = entry;
  const replies = 'replies' in outcome ? outcome.replies : [];
  return questions.map(({ id, prompt }, index) => {
    if (outcome.type === 'replied')
      return { question: prompt, answer: index === 0 ? outcome.text : 'Not answered' };
    const reply = replies.find(({ questionId }) => questionId === id);
    const isOpen = reply === undefined || (outcome.type === 'supplied' && reply.status === 'skipped');
    return { question: prompt, answer: isOpen ? 'Not answered' : replyText(reply) };
  });
}

/** A label of several lines would pass for an answer with a note. */
const inOneLine = (label: string) => label.replace(/\s+/g, ' ').trim();

function replyText(reply: Reply): string {
  const words =
    reply.status === 'answered'
      ? [...reply.picks.map(inOneLine), ...(reply.custom === undefined ? [] : [reply.custom])].join(', ')
      : 'Skipped';
  return reply.note === undefined ? words : `${words}\nNote: ${reply.note}`;
}

function previewWords({ ending }: Preview): { question: string; answer: string }[] {
  if (ending.type === 'superseded') return [];
  const said = [
    { question: 'The agent’s reason', answer: ending.agentReason },
    { question: 'Your words', answer: ending.userWords },
  ];
  return said.flatMap(({ question, answer }) => (answer ? [{ question, answer }] : []));
}

/** The reason that came with an end without an answer; null where none was given. */
export function entryReason(entry: LedgerEntry): string | null {
  if (entry.kind === 'preview' || entry.kind === 'form') return null;
  if (entry.kind === 'permission') {
    const { verdict } = entry.settlement;
    return verdict.type === 'denied' ? (verdict.reason ?? null) : null;
  }
  return entry.outcome.type === 'declined' ? (entry.outcome.reason ?? null) : null;
}
