import type { Reply } from '../questions/outcome.ts';
import { settledStatus } from '../transcript/settled-status.ts';
import type { LedgerEntry } from './ledger-entry.ts';

type Ask = Extract<LedgerEntry, { kind: 'ask' }>;

/** Returns what came of questions, the answers where there are any, and what else is worth a glance. */
export function askHeadline(entry: Ask): { answer: string; aside: string | null } {
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

/** Says who answered, and where. */
export function askDecider({ outcome, where }: Ask): string {
  if (outcome.type === 'supplied') return 'Nobody: the answers came with the call';
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

/** Returns the answer to each question; an unanswered one has words for that. */
export function askWords(entry: Ask): { question: string; answer: string }[] {
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

function replyText(reply: Reply): string {
  const words =
    reply.status === 'answered'
      ? [...reply.picks.map(inOneLine), ...(reply.custom === undefined ? [] : [reply.custom])].join(', ')
      : 'Skipped';
  return reply.note === undefined ? words : `${words}\nNote: ${reply.note}`;
}

/** A label of several lines would pass for an answer with a note. */
export const inOneLine = (label: string) => label.replace(/\s+/g, ' ').trim();
