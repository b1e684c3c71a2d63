import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { freshStart } from '../../../previews/plans/plan-handler.ts';
import { askingFor, type Asking } from './asking.ts';
import { carryOut, runTests, testsOnRequest, testsSaid, undo } from './carry-out.ts';
import { type Facts, factsFrom, unreadFiles } from './folder-facts.ts';
import { codeInMarkdown, quoteInMarkdown } from './markdown.ts';
import { afterPlan, assumedPlan, planned, propose, stopped } from './plan.ts';
import { questionsFor } from './questions.ts';
import { callStep, type GuideStep, lastCall, readStep, say } from './step.ts';
import { currentTask, planOf, type Task, thanksFor } from './task.ts';
import { asksForPlan, wantsTests, wantsToStop, wantsUndo } from './wishes.ts';

/**
 * Returns the guide's next step, from nothing but the chat so far and the tools it may call: look, read what
 * describes the project, ask, plan, and once the plan is approved make one change. The same chat always gives
 * the same step.
 */
export function nextStep(prompt: LanguageModelV4Prompt, tools: ReadonlySet<string>): GuideStep {
  const task = currentTask(prompt);
  if ([task.reply ?? task.request, task.additions.at(-1) ?? ''].some(wantsToStop)) return say(stopped);
  const plan = planOf(task.items);
  if (plan.type === 'accepted' || task.request.startsWith(freshStart)) return carryOut(task, tools);
  if (wantsUndo(task.request)) return undo(task, tools);
  const runsTests = wantsTests(task.reply ?? task.request);
  if (!task.isFirst && !runsTests && !asksForPlan(task.request)) return say(whatICanDo);
  const looking = lookFirst(task, tools);
  if (looking !== undefined) return looking;
  const facts = factsFrom(task.calls);
  if (runsTests) return testsOnRequest(task, facts, tools);
  const ask = task.calls.findLast(({ name }) => askingFor(name) !== undefined);
  if (ask === undefined) return prepare(task, facts, tools);
  const ready = planned(task, facts, ask);
  return plan.type === 'none' ? propose(task, ready, tools) : afterPlan(task, ready, plan, tools);
}

const whatICanDo =
  'I am the built-in guide and know only a few things. Start a message with “plan” and I ask and write a plan, “undo” takes back my last change, and “run the tests” runs them. For everything else, connect a model in Settings.';

/** Returns the step that looks at the folder, or a text why it can't; undefined once the guide has looked. */
function lookFirst(task: Task, tools: ReadonlySet<string>): GuideStep | undefined {
  const listing = lastCall(task, 'list_files');
  if (listing === undefined && tools.has('list_files')) {
    const text = task.isFirst ? 'I will look at the folder first.' : 'Let me look at the folder again.';
    const calls = [{ name: 'list_files', input: { depth: 3 } }];
    return callStep(task, `${thanksFor(task.attached)}${text}`, calls);
  }
  return listing?.result?.ok === false ? say(cannotLook(listing.result.text)) : undefined;
}

function cannotLook(problem: string): string {
  return `I could not look at the folder. ${quoteInMarkdown(problem)}\n\nOnce it can be read, start a message with “plan” and I begin again.`;
}

function prepare(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const unread = tools.has('read_file') ? unreadFiles(facts, task.calls) : [];
  const hasRead = lastCall(task, 'read_file') !== undefined;
  if (unread.length > 0 && !hasRead)
    return readStep(task, unread, (names) => `I will read ${names} before I ask anything.`);
  const asking = [...tools].map(askingFor).find((known) => known !== undefined);
  return asking === undefined ? withoutAsking(task, facts, tools) : ask(task, facts, asking);
}

function ask(task: Task, facts: Facts, { toolName: name, inputFor }: Asking): GuideStep {
  const questions = questionsFor(task.request, facts, task.isFirst);
  const count = questions.length === 3 ? 'Three' : 'Two';
  const text = `${whatIFound(facts)} ${task.isFirst ? whatIDo : ''}${count} questions first; you can also reply below.`;
  return callStep(task, text, [{ name, input: inputFor(questions) }], thought(facts));
}

const whatIDo =
  'I write a plan for it, and once you approve it, I make one small change, which you see before it is written. ';

function thought({ files, readme, tests }: Facts): string {
  const text = readme === null ? 'There is no README' : `There is ${readme}`;
  const checks = tests.length === 0 ? 'I see no tests' : 'there are tests';
  return `${counted(files)} so far. ${text}, and ${checks}. The files do not say what matters most to the person, so I ask about that and leave the rest.`;
}

function whatIFound({ files, name, tests }: Facts): string {
  if (files.length === 0) return 'The folder is empty, so everything is open.';
  const subject = name === null ? 'The folder' : codeInMarkdown(name);
  return `${subject} has ${counted(files)}${tests.length === 0 ? ' and no tests yet' : ', tests among them'}.`;
}

function counted(files: readonly string[]): string {
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
}

function withoutAsking(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const tests = runTests(
    task,
    tools,
    (command) =>
      `${whatIFound(facts)} I would like to run ${command} first, to see where it stands. It runs once you allow it.`,
  );
  if (tests !== undefined) return tests;
  return say(
    `${testsSaid(task) || `${whatIFound(facts)} `}In Edit mode I ask you no questions, so this is what I would do. Switch to Plan and I can ask first.\n\n${assumedPlan(task, facts)}`,
  );
}
