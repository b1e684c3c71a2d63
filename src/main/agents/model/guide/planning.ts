import { cancelledStart } from '../../../../shared/dialects/ask.ts';
import { declinedStart } from '../../../../shared/dialects/ask-text.ts';
import { dismissed } from '../../../../shared/dialects/ask-user.ts';
import { askingFor, thanksFor } from './asking.ts';
import type { Call } from './chat-items.ts';
import type { Task } from './current-task.ts';
import { feedbackOn, type Staged } from './decided.ts';
import type { Facts } from './folder-facts.ts';
import { askForDecision, callStep, type GuideStep, say } from './stream-step.ts';
import { inShort, quoteInMarkdown } from './answered-text.ts';
import { assumedFor, type PlanInput, proposedPlan, writePlan } from './plan.ts';
import { questionsFor } from './questions.ts';
import { agrees, asksForPlan, wantsItShort, wantsShortPlan, wantsToStop } from './topic.ts';

/** A plan before it is written: its introduction and its source. */
type Planned = { intro: string; input: PlanInput };

export const stopped = 'All right, I leave it there. Tell me when you want to go on.';

/** Proposes a plan with the tool where there is one, else as text. */
export function propose(task: Task, { intro, input }: Planned, tools: ReadonlySet<string>): GuideStep {
  if (!tools.has('propose_plan')) return say(`${intro}\n\n${writePlan(input)}`);
  const answers = input.answers.answered.map(({ answer }) => quoteInMarkdown(inShort(answer, 200)));
  const heard = answers.length === 0 ? '' : ` It goes by your answers: ${answers.join(', ')}.`;
  const calls = [{ name: 'propose_plan', input: proposedPlan(input) }];
  return callStep(task, `${intro}${heard} Nothing is changed before you approve it.`, calls);
}

/** Returns the guide's plan after it has asked: from the answers, or from the person's message instead. */
export function planned(task: Task, facts: Facts, ask: Call): Planned {
  const questions = questionsFor(task.request, facts, task.isFirst);
  const text = ask.result?.text ?? '';
  const answers = ask.result?.ok === true ? askingFor(ask.name)?.read(questions, text) : undefined;
  if (answers !== undefined) {
    const open = (question: string) => !answers.answered.some((entry) => entry.question === question);
    const thanks =
      answers.answered.length > 0
        ? 'Thank you.'
        : 'You left the questions open, so I go on with assumptions.';
    const input = planInput(task, facts, { answers, assumed: assumedFor(questions, open) });
    return { intro: `${thanks} Here is the plan.`, input };
  }
  if (task.reply !== null) return byReply(task, facts, task.reply);
  const assumed = assumedFor(questions, () => true);
  return { intro: whyNotAnswered(text), input: planInput(task, facts, { assumed }) };
}

/** Returns the guide's step once a plan is on the card, except for carrying it out. */
export function afterPlan(
  task: Task,
  before: Planned,
  plan: Exclude<Staged, { type: 'none' | 'accepted' }>,
  tools: ReadonlySet<string>,
): GuideStep {
  switch (plan.type) {
    case 'staged':
      return askForDecision(task, 'The plan is ready for you.');
    case 'undecided':
      if (wantsToStop(plan.reply)) return say(stopped);
      if (agrees(plan.reply)) return askForDecision(task, 'You agree with it.', pressApprove);
      return propose(task, { ...before, intro: 'I go by what you wrote. Here is the plan again.' }, tools);
    case 'refined':
      return propose(task, { ...before, intro: revisedIntro(before.input) }, tools);
    case 'discarded':
      return say(
        'All right, that plan is off the table, and nothing was changed. Tell me what you have in mind instead, or start a message with “plan” for a new one.',
      );
    case 'failed':
      return say(`The plan could not be taken. ${quoteInMarkdown(plan.text)}`);
  }
}

export function planInput(task: Task, facts: Facts, more: Partial<PlanInput>): PlanInput {
  const quoted = [...(task.reply === null ? [] : [task.reply]), ...task.additions];
  const short = quoted.some(wantsItShort) || wantsShortPlan(task.request);
  const answers = { answered: [], skipped: [] };
  const feedback = feedbackOn(task.items);
  return { request: task.request, facts, answers, assumed: [], quoted, short, feedback, ...more };
}

/** A message approves nothing: only the button on the card does, which shows what it approves. */
const pressApprove =
  'Good. A message alone approves nothing, so the plan still waits as it is: press **Approve plan** on its card, and I begin.';

function revisedIntro({ feedback }: PlanInput): string {
  const before = feedback.length > 1 ? ', also those from before' : '';
  return `I worked your notes into the steps${before}. The plan says what came of each.`;
}

function byReply(task: Task, facts: Facts, reply: string): Planned {
  const request = asksForPlan(reply) ? reply : task.request;
  const intro = wantsItShort(reply)
    ? 'I keep it short, as you say.'
    : 'I go by what you wrote instead of the questions.';
  return {
    intro: `${thanksFor(task.attachedLater)}${intro}`,
    input: planInput({ ...task, request }, facts, {}),
  };
}

const dismissals = [declinedStart, dismissed, cancelledStart];

function whyNotAnswered(text: string): string {
  const dismissal = dismissals.find((known) => text.startsWith(known));
  if (dismissal === undefined)
    return 'My questions did not reach you, so I go on with assumptions; correct me where they are wrong.';
  const reason = /^\.? Reason: ([^]*?)(?:\nexit code: \d+)?$/.exec(text.slice(dismissal.length))?.[1] ?? '';
  const because = reason === '' ? '' : ` You said: ${quoteInMarkdown(reason)}`;
  return `No questions, then.${because} I go on with assumptions; correct me where they are wrong.`;
}
