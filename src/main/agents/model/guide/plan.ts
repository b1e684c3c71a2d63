import { escapeLineStart, literalLine } from '../../../../shared/literal-markdown.ts';
import { editedLine } from '../../../previews/plans/plan-handler.ts';
import { type Answers, codeInMarkdown, codesInMarkdown, inShort, quoteInMarkdown } from './answered-text.ts';
import type { Facts } from './folder-facts.ts';
import type { GuideQuestion } from './questions.ts';
import { type Topic, topicOf, wantsItShort } from './topic.ts';

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

/** Returns the steps of a plan; `chosen` is everything the person chose or the guide assumed. */
function planSteps(topic: Topic, facts: Facts, chosen: string): string[] {
  return topic === 'readme' ? readmeSteps(facts, chosen) : generalSteps(topic, facts, chosen);
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

const firstSteps: Record<Exclude<Topic, 'readme'>, string> = {
  tests: 'List the behaviour people rely on and pick the three cases that would hurt most.',
  docs: 'Write down the three questions a reader comes with, and where each is answered today.',
  fix: 'Reproduce the problem and write down the smallest way to see it.',
  tidy: 'Name what is hard to follow today, with the file and the reason.',
  general: 'Write down in two sentences what will be different when this is done.',
};

function generalSteps(topic: Exclude<Topic, 'readme'>, facts: Facts, chosen: string): string[] {
  const touched = facts.topLevel.filter((path) => chosen.includes(path));
  const places = touched.length > 0 ? touched : facts.topLevel.slice(0, 3);
  const where =
    places.length > 0
      ? `Read ${codesInMarkdown(places)} and mark what this touches.`
      : 'Create the first file, with one purpose.';
  const basics = ['README', 'Licence', 'Automatic checks'].filter(
    (basic) => facts.files.length === 0 && chosen.includes(basic),
  );
  const noTests = chosen.includes('No tests') || chosen.includes('Leave them aside');
  const tests =
    facts.tests.length > 0 ? `beside ${codesInMarkdown(facts.tests.slice(0, 1))}` : 'in a new test file';
  return [
    firstSteps[topic],
    where,
    ...basics.map((basic) => `Add: ${basic}.`),
    'Make the change in small steps, each of which works on its own.',
    noTests ? 'Try it by hand, and note what was tried.' : `Add or update tests ${tests}, and run them all.`,
    `Say in ${codeInMarkdown(facts.readme ?? 'README.md')} what is new, if people will notice it.`,
  ];
}

/** A remark of the person's on a plan: on what begins with `quote`, else on all that stands under `heading`. */
type Remark = { heading: string; quote: string; text: string };

/** The steps of a plan after the person's remarks, and a line for each remark that says what came of it. */
type Revision = { steps: string[]; changes: string[] };

/**
 * Works everything that was sent back with a plan into its steps, oldest first. A remark can drop a step, put
 * it first, cut the plan short or add a step; any other one becomes part of the step it stands on.
 */
export function revise(steps: readonly string[], feedback: readonly string[]): Revision {
  return feedback.flatMap(remarksIn).reduce<Revision>(afterRemark, { steps: [...steps], changes: [] });
}

const lineOfRemark = /^- (?:“([^”]*)”: )?([^]*)$/;

/** Parses what a plan was sent back with: remarks in groups under headings, and lines that the person edited. */
function remarksIn(feedback: string): Remark[] {
  const [notes = '', diff = ''] = feedback.split(`${editedLine}\n`);
  let heading = '';
  const remarks = notes.split(/\n(?=- |## )/).flatMap((part): Remark[] => {
    const text = part.trim();
    if (text.startsWith('## ')) heading = text.slice(3);
    const [, quote = '', said = ''] = lineOfRemark.exec(text) ?? [];
    return said === '' ? [] : [{ heading, quote, text: said.replace(/\n {2}/g, '\n') }];
  });
  return [...remarks, ...editsIn(diff)];
}

/** Edited lines as remarks: a line that went is a step to drop, one that came a step to add. */
function editsIn(diff: string): Remark[] {
  const lines = diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
  const texts = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) =>
        line
          .slice(1)
          .replace(/^\d+\. /, '')
          .trim(),
      );
  const went = texts('-').filter((text) => text !== '' && !texts('+').includes(text));
  const came = texts('+').filter((text) => text !== '' && !texts('-').includes(text));
  return [
    ...went.map((quote) => ({ heading: 'Steps', quote, text: 'Remove' })),
    ...came.map((text) => ({ heading: 'Steps', quote: '', text: `Add: ${text}` })),
  ];
}

const drops =
  /^\W*(?:please\s+)?(?:drop|remove|delete|skip|leave (?:this |it |that )?out|cut|no need|not needed|without)\b/i;
const movesUp = /\b(?:do|put|make) (?:this|it|that) first\b|^\W*first\W*$/i;
const adds = /^\W*(?:please\s+)?(?:add|also|include|mention)\b[\s:,]*/i;

function afterRemark({ steps, changes }: Revision, { quote, text }: Remark): Revision {
  const at = quote === '' ? -1 : steps.findIndex((step) => isQuoted(step, quote));
  const step = steps[at];
  const said = quoteInMarkdown(inShort(text, 120));
  const done = (next: string[], change: string) => ({
    steps: next,
    changes: [...changes, `${said}: ${change}`],
  });
  if (step !== undefined && drops.test(text)) return done(steps.toSpliced(at, 1), 'I dropped that step.');
  if (step !== undefined && movesUp.test(text))
    return done([step, ...steps.toSpliced(at, 1)], 'that step comes first now.');
  if (step === undefined && wantsItShort(text) && steps.length > 3)
    return done(steps.slice(0, 3), 'I kept the three steps that matter most.');
  if (adds.test(text)) {
    const added = sentence(text.replace(adds, ''));
    const next = at < 0 ? [...steps, added] : steps.toSpliced(at + 1, 0, added);
    return done(next, 'it is a step of its own now.');
  }
  if (step !== undefined) return done(steps.with(at, `${step} ${sentence(text)}`), 'that step says so now.');
  return done([...steps, `Look over all of it once more: ${sentence(text)}`], 'the last step sees to it.');
}

/** True for a step that a quote is the beginning of, which shows no marks of Markdown. */
function isQuoted(step: string, quote: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/[`*_\\…]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const begin = plain(quote).replace(/^\d+\. /, '');
  return begin !== '' && (plain(step).startsWith(begin) || begin.startsWith(plain(step)));
}

function sentence(text: string): string {
  const line = inShort(text, 300);
  const begun = line.charAt(0).toUpperCase() + line.slice(1);
  return escapeLineStart(literalLine(/[.!?…]$/.test(begun) ? begun : `${begun}.`));
}
