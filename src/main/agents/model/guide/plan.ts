import { type Answers, codesInMarkdown, inShort, quoteInMarkdown } from './answered-text.ts';
import type { Facts } from './folder-facts.ts';
import type { GuideQuestion } from './guide-question.ts';
import { planSteps } from './plan-steps.ts';
import { revise } from './revise.ts';
import { type Topic, topicOf } from './topic.ts';

/**
 * The source of a plan; `quoted` are the person's own words outside of answers, `feedback` what earlier ones
 * were sent back with.
 */
export type PlanInput = {
  request: string;
  facts: Facts;
  answers: Answers;
  assumed: { question: string; answer: string }[];
  quoted: string[];
  short: boolean;
  feedback: string[];
};

/** The plan as Markdown: what the person said, in their words, then steps that name real files. */
export function writePlan(input: PlanInput): string {
  const { request, short } = input;
  return [
    `## ${short ? 'Short plan' : 'Plan'}: ${quoteInMarkdown(inShort(request, 80))}`,
    ...planSections(input),
    'Nothing has been changed. Tell me what to alter, or start a message with “plan” for a new one.',
  ].join('\n\n');
}

/** The same to be proposed: its title stands beside it, and the person decides on its card. */
export function proposedPlan(input: PlanInput): { title: string; plan: string } {
  const sections = planSections(input).map((section) => section.replace(/^### /, '## '));
  return { title: titleOf(input.request), plan: `${sections.join('\n\n')}\n` };
}

/** Returns a request as a title, without its leading "plan". */
function titleOf(request: string): string {
  const rest = request.replace(/^\W*(please\s+|now\s+)*(re)?plan\b\W*/i, '').trim();
  const title = inShort(rest, 60);
  return /[\p{L}\p{N}]/u.test(title) ? title.charAt(0).toUpperCase() + title.slice(1) : 'The plan';
}

function planSections(input: PlanInput): string[] {
  const { request, facts, short } = input;
  const all = planSteps(topicOf(request), facts, chosenText(input));
  const { steps, changes } = revise(short ? all.slice(0, 3) : all, input.feedback);
  const listed = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return [
    ...personsWords(input),
    ...assumptions(input),
    ...(changes.length > 0
      ? [`### What your notes changed\n\n${changes.map((change) => `- ${indent(change)}`).join('\n')}`]
      : []),
    `### Steps\n\n${listed}`,
    ...(short ? [] : [sketch(facts, topicOf(request)), seen(facts)]),
  ];
}

/** For each question that was left open, the option the plan goes on with: the recommended one. */
export function assumedFor(
  questions: readonly GuideQuestion[],
  open: (question: string) => boolean,
): { question: string; answer: string }[] {
  return questions
    .filter(({ question }) => open(question))
    .map(({ question, options: [first] }) => {
      return { question, answer: first?.label.replace(' (Recommended)', '') ?? 'the simplest way' };
    });
}

function personsWords({ answers, quoted }: PlanInput): string[] {
  const answered = answers.answered.map(({ question, answer, note, auto }) => {
    const by = auto ? ' (chosen by the time limit)' : '';
    const remark = note === null ? '' : ` Your note: ${quoteInMarkdown(note)}`;
    return `- ${escapeQuestion(question)} ${indent(quoteInMarkdown(answer))}${by}${indent(remark)}`;
  });
  return [
    ...quoted.map((text) => `You wrote: ${quoteInMarkdown(inLimit(text))}`),
    ...(answered.length > 0 ? [`### Your answers\n\n${answered.join('\n')}`] : []),
  ];
}

function assumptions({ assumed }: PlanInput): string[] {
  if (assumed.length === 0) return [];
  const lines = assumed.map(
    ({ question, answer }) => `- ${escapeQuestion(question)} I assume **${answer}**.`,
  );
  return [`### Assumptions\n\nStill open; tell me where I am wrong:\n\n${lines.join('\n')}`];
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

/** Everything the person chose or the guide assumed, to look words up in. */
function chosenText({ answers, assumed, quoted }: PlanInput): string {
  return [...answers.answered, ...assumed]
    .map(({ answer }) => answer)
    .concat(quoted)
    .join('\n');
}

function sketch({ name, manifest, scripts, topLevel }: Facts, topic: Topic): string {
  const [script] = scripts;
  const command =
    manifest === 'package.json' ? `npm install${script === undefined ? '' : `\nnpm run ${script}`}` : null;
  if (topic === 'readme')
    return `It could begin like this:\n\n${fence('markdown', `# ${name ?? 'Name of the project'}\n\nWhat it does, in one sentence.`)}`;
  if (command !== null) return `To check each step:\n\n${fence('sh', command)}`;
  const lines = topLevel.length > 0 ? topLevel.slice(0, 8) : ['README.md', 'src/', 'test/'];
  return `Where things ${topLevel.length > 0 ? 'are' : 'could go'}:\n\n${fence('text', lines.join('\n'))}`;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replaceAll('```', '` ` `')}\n\`\`\``;
}

function seen({ files, readme, manifest, languages }: Facts): string {
  if (files.length === 0) return 'The folder was empty when I looked.';
  const plain = files.filter((path) => !path.startsWith('.'));
  const named = [...new Set([readme, manifest, ...plain.slice(0, 4)])].filter((path) => path !== null);
  const written = languages.length > 0 ? `, mostly ${languages.slice(0, 2).join(' and ')}` : '';
  return `I saw ${files.length} ${files.length === 1 ? 'file' : 'files'}${written}; among them ${codesInMarkdown(named)}.`;
}
