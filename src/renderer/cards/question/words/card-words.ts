import { answerText } from '../../../../shared/dialects/ask-text.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { type SettledStatus, settledStatus } from '../../../../shared/transcript/settled-status.ts';
import type { Ask, Settlement } from '../../../../shared/transcript/transcript.ts';
import { plainText } from '../../../../shared/markdown/plain-text.ts';

type CardStatus = 'Needs you' | SettledStatus;

/** The title of a card: who asks, while it waits and after; once answered, what came of it. */
export function titleOf({ asker, questions, settlement }: Ask): string {
  const single = questions.length === 1;
  if (settlement === null) return single ? `${asker} has a question` : `${asker} has a few questions`;
  if (settlement.outcome.type !== 'answered') return pastTitle({ asker, questions });
  const answers = settlement.outcome.replies.filter(({ status }) => status === 'answered').length;
  return answers === 1 ? '1 answer' : `${answers} answers`;
}

/** Who asked, of a card that no longer waits. */
function pastTitle({ asker, questions }: Pick<Ask, 'asker' | 'questions'>): string {
  return questions.length === 1 ? `${asker} had a question` : `${asker} had a few questions`;
}

/** Returns the source of an ended card, for its line: who asked, or the only question itself. */
export function lineOrigin(ask: Ask): string {
  const [only] = ask.questions.length === 1 ? ask.questions : [];
  return only === undefined ? pastTitle(ask) : firstLineOf(only.prompt);
}

/** Returns the words for a dismissal under way, with its reason. */
export function dismissedText({ asker, questions }: Ask, { reason }: { reason: string }): string {
  const what = questions.length === 1 ? `${asker}’s question` : `${asker}’s questions`;
  return reason.trim() === '' ? what : `${what} · Reason: ${reason.trim()}`;
}

/** The answers of an ask that was answered, as one text; empty where there are none. */
export function answersText(ask: Ask): string {
  return ask.questions.flatMap((question) => replyWords(ask, question) ?? []).join(', ');
}

/** `dismissed` counts while nothing has ended the ask. */
export function statusOf(settlement: Settlement | null, dismissed: boolean): CardStatus {
  if (settlement === null) return dismissed ? 'Dismissed' : 'Needs you';
  return settledStatus(settlement);
}

/** Who ended the ask and where, as the beginning of a line that goes on with the time. */
export function endingOf({ outcome, where }: Settlement, questions: number): string {
  switch (outcome.type) {
    case 'answered':
      if (outcome.replies.every(({ status }) => status === 'skipped'))
        return 'You sent this without an answer';
      return `Answered ${placeOf(where)}`;
    case 'supplied':
      return 'You were not asked: the answers came with the call';
    case 'replied':
      return 'You replied in the chat instead';
    case 'declined':
      return questions === 1 ? 'You dismissed this question' : 'You dismissed these questions';
    case 'cancelled':
      return where === 'chat' ? 'You replied in the chat instead' : `Cancelled ${placeOf(where)}`;
  }
}

/** Who answered in place of the person, where the answers came with the call. */
export function suppliedText({ asker, questions }: Ask): string {
  const whose = questions.length === 1 ? 'its own question' : `its own ${questions.length} questions`;
  return `You were not asked: ${asker} answered ${whose}`;
}

/** Returns the answer to a question of a settled ask; undefined if there is none. */
export function replyWords({ settlement }: Ask, { id }: Question): string | undefined {
  const outcome = settlement?.outcome;
  const replies = outcome !== undefined && 'replies' in outcome ? outcome.replies : [];
  const reply = replies.find(({ questionId }) => questionId === id);
  return reply?.status === 'answered' ? answerText(reply) : undefined;
}

function placeOf(where: Settlement['where']): string {
  switch (where) {
    case 'card':
      return 'by you on this card';
    case 'chat':
      return 'by you in the chat';
    case 'stop':
      return 'when the agent was stopped';
    case 'call':
      return 'by who asked';
    case 'timeout':
      return 'when the time ran out';
  }
}

/** Returns the other way in which the person can answer. */
export function otherWayToAnswer({ asker, questions, presence }: Ask, takesReplies: boolean): string {
  if (presence !== undefined) return `Or reply to ${asker} below`;
  if (takesReplies && questions.length === 1 && questions[0]?.closed !== true) return 'Or reply below';
  return questions.length === 1
    ? 'Or reply below, which closes this question'
    : 'Or reply below, which closes these questions';
}

/** The short name of a question, in one line. */
export function headerOf({ header, id }: Question): string {
  return header?.trim() ? header.replaceAll('\n', ' ') : id;
}

export function progressText(answered: number, of: number): string {
  return `${answered} of ${of} answered`;
}

export function unansweredText(count: number): string {
  return count === 1 ? '1 question is not answered' : `${count} questions are not answered`;
}

export function leftOpenText(count: number): string {
  return count === 1 ? '1 question was left open' : `${count} questions were left open`;
}

/** Up to how many characters a text may be all semi-bold. */
const loudLength = 240;

/** Returns the style of a prompt: a long one would be a wall of semi-bold. */
export function promptStyle(prompt: string): 'loud' | 'loud-start' | 'plain' {
  if (prompt.length <= loudLength) return 'loud';
  const [first = ''] = prompt.trim().split(/\n\s*\n/, 1);
  return first.length <= loudLength ? 'loud-start' : 'plain';
}

/** The first line of a prompt without its Markdown. */
export function firstLineOf(prompt: string): string {
  const [line = ''] = prompt.trim().split('\n', 1);
  return plainText(line) || line;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the direction of a text by its first letter, as `dir="auto"` would, for elements beside the text. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
