import type { RecordedOutcome } from '../recorded-outcome.ts';
import { answerText, draftOf } from './answers.ts';
import { optionsOf, takesOwnWords } from './question-kinds.ts';
import { shownLabel } from './recommended-label.ts';
import type { Answered, Draft, Question, Reply, Settlement } from './questions.ts';

type Asked = { asker: string; questions: readonly Question[] };
type AskedAndSettled = Asked & { settlement: Settlement | null };

/** The outcome of an ask in a word or two. */
type SettledStatus =
  | 'Answered'
  | 'Answered in chat'
  | 'Dismissed'
  | 'Withdrawn'
  | 'Stopped'
  | 'Timed out'
  | 'Not asked';

type Ended = Pick<Settlement, 'outcome' | 'where'>;

export function settledStatus({ outcome, where }: Ended): SettledStatus {
  switch (outcome.type) {
    case 'answered':
      return where === 'timeout' ? 'Timed out' : 'Answered';
    case 'supplied':
      return 'Not asked';
    case 'replied':
      return 'Answered in chat';
    case 'declined':
      return 'Dismissed';
    case 'cancelled':
      if (where === 'chat') return 'Answered in chat';
      return where === 'call' ? 'Withdrawn' : 'Stopped';
  }
}

/** The state of an ask in a word or two; `dismissed` counts while nothing has settled it. */
export function statusOf(settlement: Settlement | null, dismissed: boolean): 'Needs you' | SettledStatus {
  if (settlement === null) return dismissed ? 'Dismissed' : 'Needs you';
  return settledStatus(settlement);
}

/** The title of a card: who asks, while it waits and after; once answered, what came of it. */
export function titleOf({ asker, questions, settlement }: AskedAndSettled): string {
  const single = questions.length === 1;
  if (settlement === null) return single ? `${asker} has a question` : `${asker} has a few questions`;
  if (settlement.outcome.type !== 'answered') return pastTitle({ asker, questions });
  const answers = settlement.outcome.replies.filter(({ status }) => status === 'answered').length;
  return answers === 1 ? '1 answer' : `${answers} answers`;
}

/** Who asked, of a card that no longer waits. */
export function pastTitle({ asker, questions }: Asked): string {
  return questions.length === 1 ? `${asker} had a question` : `${asker} had a few questions`;
}

/** A dismissal that can still be undone, with its reason. */
export function dismissedText({ asker, questions }: Asked, { reason }: { reason: string }): string {
  const what = questions.length === 1 ? `${asker}’s question` : `${asker}’s questions`;
  return reason.trim() === '' ? what : `${what} · Reason: ${reason.trim()}`;
}

/** Who settled an ask and where, as the beginning of a line that goes on with the time. */
export function settlementText({ outcome, where }: Settlement, questions: number): string {
  switch (outcome.type) {
    case 'answered':
      if (outcome.replies.every(({ status }) => status === 'skipped'))
        return 'You sent this without an answer';
      return `Answered ${whereText(where)}`;
    case 'supplied':
      return 'You were not asked: the answers came with the call';
    case 'replied':
      return 'You replied in the chat instead';
    case 'declined':
      return questions === 1 ? 'You dismissed this question' : 'You dismissed these questions';
    case 'cancelled':
      if (where === 'chat') return 'You replied in the chat instead';
      return where === 'call' ? 'Withdrawn by who asked' : `Closed ${whereText(where)}`;
  }
}

function whereText(where: Settlement['where']): string {
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

/** Who answered in place of the person, where the answers came with the call. */
export function suppliedText({ asker, questions }: Asked): string {
  const whose = questions.length === 1 ? 'its own question' : `its own ${questions.length} questions`;
  return `You were not asked: ${asker} answered ${whose}`;
}

/** Returns the answer to a question of a settled ask as a person reads it; undefined if there is none. */
export function settledAnswer({ settlement }: AskedAndSettled, question: Question): string | undefined {
  const reply = repliesIn(settlement).find(({ questionId }) => questionId === question.id);
  if (reply?.status !== 'answered') return undefined;
  return answerText(question, { ...reply, picks: reply.picks.map(shownLabel) });
}

/** The answers of an ask that was answered, as one text; empty where there are none. */
export function answersText(ask: AskedAndSettled): string {
  return ask.questions.flatMap((question) => settledAnswer(ask, question) ?? []).join(', ');
}

function repliesIn(ended: Pick<Settlement, 'outcome'> | null): readonly Reply[] {
  return ended !== null && 'replies' in ended.outcome ? ended.outcome.replies : [];
}

/**
 * The other way in which the person can answer; `presence` where an outside asker asks. The chat's agent takes what is
 * typed as the answer where it `takesReplies`, and as a message like any other while it `worksOn`.
 */
export function otherWayToAnswer(
  { asker, questions, presence }: Asked & { presence?: unknown },
  { takesReplies, worksOn }: { takesReplies: boolean; worksOn: boolean },
): string {
  if (presence !== undefined) return `Or reply to ${asker} below`;
  const [only, ...others] = questions;
  const isAnswer = only !== undefined && others.length === 0 && takesOwnWords(only);
  if (takesReplies && isAnswer) return 'Or reply below';
  if (worksOn) return 'What you write below leaves this open';
  return questions.length === 1
    ? 'Or reply below, which closes this question'
    : 'Or reply below, which closes these questions';
}

/** How many options can be chosen; null for a question that is answered in words. */
export function howToAnswer(question: Question): string | null {
  switch (question.kind) {
    case 'choice':
      return question.multiple ? 'Choose any' : 'Choose one';
    case 'yesno':
      return 'Choose one';
    case 'text':
      return null;
  }
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

/** The whole card as plain text: questions, options with `[x]` where picked, typed answers. */
export function cardAsText(ask: AskedAndSettled, draft: Draft): string {
  const outcome = ask.settlement?.outcome;
  const text = ask.questions
    .map((question, index) =>
      questionAsText(
        question,
        outcome !== undefined && 'replies' in outcome
          ? given(outcome.replies[index])
          : entered(question, draft),
      ),
    )
    .join('\n\n');
  return outcome?.type === 'supplied' ? `${text}\n\n(${suppliedText(ask)})` : text;
}

type Entry = { picks: readonly string[]; typed: string; note: string };

function given(reply: Reply | undefined): Entry {
  const answered = reply?.status === 'answered' ? reply : undefined;
  return { picks: answered?.picks ?? [], typed: answered?.custom ?? '', note: reply?.note ?? '' };
}

function entered(question: Question, draft: Draft): Entry {
  const { picks, other, note } = draftOf(draft, question.id);
  return { picks, typed: other, note };
}

function questionAsText(question: Question, { picks, typed, note }: Entry): string {
  const lines = optionLines(question, picks);
  if (typed.trim() !== '') lines.push(`> ${typed}`);
  if (note.trim() !== '') lines.push(`Note: ${note}`);
  // What a line goes on with stands below it, so that a label cannot pass for another option.
  return [question.prompt, ...lines.map((line) => line.replaceAll('\n', '\n    '))].join('\n');
}

function optionLines(question: Question, picks: readonly string[]): string[] {
  switch (question.kind) {
    case 'choice':
    case 'yesno':
      return optionsOf(question).map(({ label, description }) => {
        const mark = picks.includes(label) ? '[x]' : '[ ]';
        return description ? `${mark} ${label}: ${description}` : `${mark} ${label}`;
      });
    case 'text':
      return [];
  }
}

type Recorded = Ended & { questions: readonly Question[] };

/** For the record of decisions: the answer or how many, else the status. */
export function recordedAsk(entry: Recorded): RecordedOutcome {
  const { outcome } = entry;
  const status = settledStatus(entry);
  switch (outcome.type) {
    case 'answered':
      return answered(outcome.replies, status, entry.where === 'timeout' ? 'timeout' : 'yes');
    case 'supplied':
      return answered(outcome.replies, status, 'none');
    case 'replied':
      return { word: status, tone: 'replied', detail: quoted(outcome.text) };
    case 'declined':
      return { word: status, tone: 'no', detail: outcome.reason ?? null };
    case 'cancelled':
      return {
        word: status,
        tone: entry.where === 'chat' ? 'replied' : 'none',
        detail: entry.where === 'stop' ? 'The agent was stopped' : null,
      };
  }
}

function answered(
  replies: readonly Reply[],
  status: SettledStatus,
  tone: RecordedOutcome['tone'],
): RecordedOutcome {
  const answers = replies.flatMap((reply) => (reply.status === 'answered' ? recorded(reply, quoted) : []));
  const said = status === 'Answered' ? [] : [status];
  const [first] = answers;
  if (first === undefined) return { word: 'Not answered', tone: 'none', detail: said.join() || null };
  if (answers.length === 1) return { word: first, tone, detail: said.join() || null };
  return { word: `${answers.length} answers`, tone, detail: [...answers, ...said].join(' · ') };
}

/** For the record of decisions: each question with its answer, or that it has none. */
export function askAnswers({ questions, outcome }: Recorded): { question: string; answer: string }[] {
  const replies = repliesIn({ outcome });
  return questions.map(({ id, prompt }, index) => {
    if (outcome.type === 'replied')
      return { question: prompt, answer: index === 0 ? outcome.text : 'Not answered' };
    const reply = replies.find(({ questionId }) => questionId === id);
    const isOpen = reply === undefined || (outcome.type === 'supplied' && reply.status === 'skipped');
    return { question: prompt, answer: isOpen ? 'Not answered' : replyText(reply) };
  });
}

function replyText(reply: Reply): string {
  const answer = reply.status === 'answered' ? recorded(reply, (own) => own) : 'Skipped';
  return reply.note === undefined ? answer : `${answer}\nNote: ${reply.note}`;
}

/** In the record, a label of several lines would look like an answer with a note, so it stands in one. */
function recorded({ picks, custom }: Answered, asOwn: (text: string) => string): string {
  return [
    ...picks.map((label) => inOneLine(shownLabel(label))),
    ...(custom === undefined ? [] : [asOwn(custom)]),
  ].join(', ');
}

function quoted(text: string): string {
  return `“${inOneLine(text)}”`;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** For the record of decisions: who answered, and where. */
export function askDecider({ outcome, where }: Ended): string {
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
