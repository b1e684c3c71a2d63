import { cancelledStart } from '../../../../shared/dialects/ask.ts';
import { declinedStart } from '../../../../shared/dialects/ask-text.ts';
import { dismissed } from '../../../../shared/dialects/ask-user.ts';
import { shownLabel } from '../../../../shared/questions/recommended-label.ts';
import { editedLine } from '../../../previews/plans/plan-handler.ts';
import type { Facts } from './folder-facts.ts';
import { codeInMarkdown, codesInMarkdown, fence, inShort, quoteInMarkdown } from './markdown.ts';
import {
  type Answers,
  askingFor,
  type GuideQuestion,
  questionsFor,
  withoutRecommended,
} from './questions.ts';
import { askForDecision, callStep, type GuideStep, say } from './step.ts';
import { type Call, feedbackOn, type Staged, type Task, thanksFor } from './task.ts';
import { agrees, asksForPlan, isAboutReadme, wantsItShort, wantsToStop } from './wishes.ts';

/**
 * The source of a plan; `quoted` are the person's own words outside of answers, `feedback` what earlier ones
 * were sent back with.
 */
type PlanInput = {
  request: string;
  facts: Facts;
  answers: Answers;
  assumed: { question: string; answer: string }[];
  quoted: string[];
  feedback: string[];
};

type Planned = { intro: string; input: PlanInput };

export const stopped = 'All right, I leave it there.';

/** Proposes a plan with the tool where there is one, else as text. */
export function propose(task: Task, { intro, input }: Planned, tools: ReadonlySet<string>): GuideStep {
  if (!tools.has('propose_plan')) return say(`${intro}\n\n${writtenPlan(input)}`);
  const answers = input.answers.answered.map(({ answer }) =>
    quoteInMarkdown(inShort(withoutRecommended(answer), 200)),
  );
  const heard = answers.length === 0 ? '' : ` It goes by your answers: ${answers.join(', ')}.`;
  const plan = planSections(input).map((section) => section.replace(/^### /, '## '));
  const call = {
    name: 'propose_plan',
    input: { title: titleOf(input.request), plan: `${plan.join('\n\n')}\n` },
  };
  return callStep(task, `${intro}${heard} Nothing is changed before you approve it.`, [call]);
}

/** Returns the plan after the guide has asked: from the answers, or from the person's message instead. */
export function planned(task: Task, facts: Facts, ask: Call): Planned {
  const questions = questionsFor(task.request, facts, task.isFirst);
  const text = ask.result?.text ?? '';
  const answers = ask.result?.ok === true ? askingFor(ask.name)?.read(questions, text) : undefined;
  if (answers !== undefined) {
    const thanks =
      answers.answered.length > 0
        ? 'Thank you.'
        : 'You left the questions open, so I go on with assumptions.';
    const answered = new Set(answers.answered.map(({ question }) => question));
    const assumed = assumedFor(questions.filter(({ question }) => !answered.has(question)));
    return { intro: `${thanks} Here is the plan.`, input: inputFor(task, facts, { answers, assumed }) };
  }
  if (task.reply !== null) return byReply(task, facts, task.reply);
  return {
    intro: whyNotAnswered(text),
    input: inputFor(task, facts, { assumed: assumedFor(questions) }),
  };
}

/** Returns a plan as text, from assumptions only. */
export function assumedPlan(task: Task, facts: Facts): string {
  const assumed = assumedFor(questionsFor(task.request, facts, task.isFirst));
  return writtenPlan(inputFor(task, facts, { assumed }));
}

/** Returns the step for a plan that has been staged, except for carrying it out. */
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
      return propose(task, { ...before, intro: 'Your notes are in the plan now.' }, tools);
    case 'discarded':
      return say(
        'All right, that plan is off the table, and nothing was changed. Start a message with “plan” for a new one.',
      );
    case 'failed':
      return say(`The plan could not be taken. ${quoteInMarkdown(plan.text)}`);
  }
}

/** A message approves nothing: only the button on the card does, which shows what it approves. */
const pressApprove =
  'Good. A message alone approves nothing, so the plan still waits as it is: press **Approve plan** on its card, and I begin.';

function inputFor(task: Task, facts: Facts, more: Partial<PlanInput>): PlanInput {
  return {
    request: task.request,
    facts,
    answers: { answered: [], skipped: [] },
    assumed: [],
    quoted: [...(task.reply === null ? [] : [task.reply]), ...task.additions],
    feedback: feedbackOn(task.items),
    ...more,
  };
}

function byReply(task: Task, facts: Facts, reply: string): Planned {
  const request = asksForPlan(reply) ? reply : task.request;
  const intro = wantsItShort(reply)
    ? 'I keep it short, as you say.'
    : 'I go by what you wrote instead of the questions.';
  return {
    intro: `${thanksFor(task.attachedLater)}${intro}`,
    input: inputFor({ ...task, request }, facts, {}),
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

/** Returns each question with its recommended option. */
function assumedFor(questions: readonly GuideQuestion[]): { question: string; answer: string }[] {
  return questions.map(({ question, options: [first] }) => {
    return { question, answer: first === undefined ? 'the simplest way' : shownLabel(first.label) };
  });
}

function writtenPlan(input: PlanInput): string {
  return [
    `## ${isShort(input) ? 'Short plan' : 'Plan'}: ${quoteInMarkdown(inShort(input.request, 80))}`,
    ...planSections(input),
    'Nothing has been changed. Start a message with “plan” for a new one.',
  ].join('\n\n');
}

/** Returns a request as a title, without its leading "plan". */
function titleOf(request: string): string {
  const rest = request.replace(/^\W*(please\s+|now\s+)*(re)?plan\b\W*/i, '').trim();
  const title = inShort(rest, 60);
  return /[\p{L}\p{N}]/u.test(title) ? title.charAt(0).toUpperCase() + title.slice(1) : 'The plan';
}

function planSections(input: PlanInput): string[] {
  const { request, facts, assumed, feedback } = input;
  const all = isAboutReadme(request)
    ? readmeSteps(facts, chosenText(input))
    : steps(facts, chosenText(input));
  const listed = (isShort(input) ? all.slice(0, 3) : all).map((step, index) => `${index + 1}. ${step}`);
  return [
    ...personsText(input),
    ...(assumed.length > 0 ? [assumptions(assumed)] : []),
    ...(feedback.length > 0 ? [notes(feedback)] : []),
    `### Steps\n\n${listed.join('\n')}`,
    ...(isShort(input) ? [] : sketch(facts, request)),
  ];
}

function isShort({ quoted, feedback }: PlanInput): boolean {
  return [...quoted, ...feedback].some(wantsItShort);
}

function personsText({ answers, quoted }: PlanInput): string[] {
  const answered = answers.answered.map(({ question, answer, note, auto }) => {
    const by = auto ? ' (chosen by the time limit)' : '';
    const remark = note === null ? '' : ` Your note: ${quoteInMarkdown(note)}`;
    return `- ${escapeQuestion(question)} ${indent(quoteInMarkdown(withoutRecommended(answer)))}${by}${indent(remark)}`;
  });
  return [
    ...quoted.map((text) => `You wrote: ${quoteInMarkdown(inLimit(text))}`),
    ...(answered.length > 0 ? [`### Your answers\n\n${answered.join('\n')}`] : []),
  ];
}

function assumptions(assumed: PlanInput['assumed']): string {
  const lines = assumed.map(
    ({ question, answer }) => `- ${escapeQuestion(question)} I assume **${answer}**.`,
  );
  return `### Assumptions\n\nStill open; tell me where I am wrong:\n\n${lines.join('\n')}`;
}

/** Returns what earlier plans were sent back with: each note as it was written, and edited lines as a diff. */
function notes(feedback: readonly string[]): string {
  const blocks = feedback.flatMap((text) => {
    const [said = '', diff = ''] = text.split(`${editedLine}\n`);
    const listed = said
      .split(/\n(?=- |## )/)
      .flatMap(noteLine)
      .join('\n');
    return [listed, diff.trim() === '' ? '' : fence('diff', inLimit(diff.trim()))].filter(Boolean);
  });
  const intro = 'I carry these along word for word; a model would work them into the steps.';
  return `### Your notes\n\n${intro}\n\n${blocks.join('\n\n')}`;
}

/** A note of `refinementText` as an item of a list; none for a heading. */
function noteLine(line: string): string[] {
  const [, quote, text = ''] = /^- (?:“([^”]*)”: )?([^]*)$/.exec(line.trim()) ?? [];
  if (text === '') return [];
  const about = quote === undefined ? '' : `On ${quoteInMarkdown(inShort(quote, 60))}: `;
  return [`- ${about}${indent(quoteInMarkdown(inLimit(text)))}`];
}

function escapeQuestion(question: string): string {
  return quoteInMarkdown(question.replaceAll('\n', ' ')).slice(1, -1);
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function inLimit(text: string): string {
  return text.length <= 600 ? text : `${text.slice(0, 600)}…`;
}

/** Returns all answers and assumptions, to search for labels. */
function chosenText({ answers, assumed, quoted }: PlanInput): string {
  return [...answers.answered, ...assumed]
    .map(({ answer }) => answer)
    .concat(quoted)
    .join('\n');
}

function sketch({ name, manifest, scripts }: Facts, request: string): string[] {
  if (isAboutReadme(request))
    return [
      `It could begin like this:\n\n${fence('markdown', `# ${name ?? 'Name of the project'}\n\nWhat it does, in one sentence.`)}`,
    ];
  if (manifest !== 'package.json') return [];
  const commands = ['npm install', ...scripts.slice(0, 1).map((script) => `npm run ${script}`)];
  return [`To check each step:\n\n${fence('sh', commands.join('\n'))}`];
}

function readmeSteps({ readme, manifest, scripts, folders, tests }: Facts, chosen: string): string[] {
  const target = codeInMarkdown(
    chosen.includes('Start beside it') ? 'README.next.md' : (readme ?? 'README.md'),
  );
  const rewrites = readme === null || /Rewrite it|Start beside it/.test(chosen);
  const begin = rewrites ? `Write ${target}` : `Open ${target} and keep what is true`;
  const source = manifest === null ? '' : `, taking name and purpose from ${codeInMarkdown(manifest)}`;
  const commands = scripts
    .slice(0, 3)
    .map((name) => codeInMarkdown(`npm run ${name}`))
    .join(', ');
  return [
    `${begin}: one sentence that says what this is and for whom${source}.`,
    `Quick start, with commands that work as they stand${commands === '' ? '' : `: ${commands}`}.`,
    ...(chosen.includes('Usage example') ? ['One usage example that can be copied and run.'] : []),
    ...(chosen.includes('Layout') && folders.length > 0
      ? [`Layout: a line each for ${codesInMarkdown(folders)}.`]
      : []),
    ...(chosen.includes('Tests') && tests.length > 0
      ? [`How to run the tests in ${codesInMarkdown(tests.slice(0, 1))}.`]
      : []),
    `Read it once as a newcomer and take out what does not help${chosen.includes('One screen') ? ', until it fits one screen' : ''}.`,
  ];
}

function steps(facts: Facts, chosen: string): string[] {
  const touched = facts.topLevel.filter((path) => chosen.includes(path));
  const parts = touched.length > 0 ? touched : facts.topLevel.slice(0, 3);
  const where =
    parts.length > 0
      ? `Read ${codesInMarkdown(parts)} and mark what this touches.`
      : 'Create the first file, with one purpose.';
  const basics = ['README', 'Licence', 'Automatic checks'].filter(
    (basic) => facts.files.length === 0 && chosen.includes(basic),
  );
  const noTests = chosen.includes('No tests') || chosen.includes('Leave them aside');
  const tests =
    facts.tests.length > 0 ? `beside ${codesInMarkdown(facts.tests.slice(0, 1))}` : 'in a new test file';
  return [
    'Write down in two sentences what will be different when this is done.',
    where,
    ...basics.map((basic) => `Add: ${basic}.`),
    'Make the change in small steps, each of which works on its own.',
    noTests ? 'Try it by hand, and note what was tried.' : `Add or update tests ${tests}, and run them all.`,
    `Say in ${codeInMarkdown(facts.readme ?? 'README.md')} what is new, if people will notice it.`,
  ];
}
