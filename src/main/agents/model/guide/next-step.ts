import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { freshStart } from '../../../previews/plans/plan-handler.ts';
import { askingFor, type Asking } from './asking.ts';
import { carryOut, undo } from './edits.ts';
import { currentTask, type Task } from './current-task.ts';
import { planOf } from './decided.ts';
import { answerAbout, lookFirst, searchWord } from './folder-answer.ts';
import { type Facts, factsFrom, unreadFiles } from './folder-facts.ts';
import { callStep, type GuideStep, lastCall, say } from './stream-step.ts';
import { codeInMarkdown, inShort, quoteInMarkdown } from './answered-text.ts';
import { assumedFor, writePlan } from './plan.ts';
import { afterPlan, planInput, planned, propose, stopped } from './planning.ts';
import { questionsFor } from './questions.ts';
import { testsOnRequest, testsSaid, runTests } from './test-run.ts';
import { asksForPlan, wantsItShort, wantsTests, wantsToStop, wantsUndo } from './topic.ts';

/**
 * Returns the guide's next step, from nothing but the chat so far and the tools it may call: look, read what
 * matters, ask, plan, and once the plan is approved make one change. The same chat always gives the same
 * step.
 */
export function nextStep(prompt: LanguageModelV4Prompt, tools: ReadonlySet<string>): GuideStep {
  const task = currentTask(prompt);
  if ([task.reply ?? task.request, task.additions.at(-1) ?? ''].some(wantsToStop)) return say(stopped);
  const plan = planOf(task.items);
  if (plan.type === 'accepted' || task.request.startsWith(freshStart)) return carryOut(task, tools);
  if (wantsUndo(task.request)) return undo(task, tools);
  const looking = lookFirst(task, tools);
  if (looking !== undefined) return looking;
  const facts = factsFrom(task.calls);
  if (wantsTests(task.reply ?? task.request)) return testsOnRequest(task, facts, tools);
  const ask = task.calls.findLast(({ name }) => askingFor(name) !== undefined);
  if (ask !== undefined) {
    const ready = planned(task, facts, ask);
    return plan.type === 'none' ? propose(task, ready, tools) : afterPlan(task, ready, plan, tools);
  }
  return task.isFirst || asksForPlan(task.request) ? prepare(task, facts, tools) : answer(task, facts, tools);
}

function prepare(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const unread = tools.has('read_file') ? unreadFiles(facts, task.calls) : [];
  const hasRead = lastCall(task, 'read_file') !== undefined;
  if (unread.length > 0 && !hasRead) {
    const names = unread.map(codeInMarkdown).join(' and ');
    const calls = unread.map((path) => ({ name: 'read_file', input: { path } }));
    return callStep(task, `I will read ${names} before I ask anything.`, calls);
  }
  const asking = [...tools].map(askingFor).find((known) => known !== undefined);
  return asking === undefined ? withoutAsking(task, facts, tools) : ask(task, facts, asking);
}

function ask(task: Task, facts: Facts, { toolName: name, inputFor }: Asking): GuideStep {
  const questions = questionsFor(task.request, facts, task.isFirst);
  const count = questions.length === 3 ? 'Three' : 'Two';
  const text = `${whatIFound(facts)} ${task.isFirst ? whatIDo : ''}${count} questions first; you can also reply below.`;
  return callStep(task, text, [{ name, input: inputFor(questions) }], thought(facts));
}

/** Returns the words by which the guide introduces its work on the folder. */
const whatIDo =
  'I write a plan for it, and once you approve it, I make one small change, which you see before it is written. ';

function thought({ files, readme, tests }: Facts): string {
  const text = readme === null ? 'There is no README' : `There is ${readme}`;
  const checks = tests.length === 0 ? 'I see no tests' : 'there are tests';
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} so far. ${text}, and ${checks}. The files do not say what matters most to the person, so I ask about that and leave the rest.`;
}

function whatIFound({ files, kind, languages, name }: Facts): string {
  if (files.length === 0) return 'The folder is empty, so everything is open.';
  const called = name === null ? '' : ` called ${codeInMarkdown(name)}`;
  const written = languages.length === 0 ? '' : `, mostly in ${languages.slice(0, 2).join(' and ')}`;
  return `This looks like a ${kind}${called}${written}.`;
}

function withoutAsking(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const tests = runTests(
    task,
    tools,
    (command) =>
      `${whatIFound(facts)} I would like to run ${command} first, to see where it stands. It runs once you allow it.`,
  );
  if (tests !== undefined) return tests;
  const questions = questionsFor(task.request, facts, task.isFirst);
  const assumed = assumedFor(questions, () => true);
  const plan = writePlan(planInput(task, facts, { assumed }));
  return say(
    `${testsSaid(task) || `${whatIFound(facts)} `}In Edit mode I ask you no questions, so this is what I would do. Switch to Plan and I can ask first.\n\n${plan}`,
  );
}

function answer(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  if (wantsItShort(task.request)) return shorterPlan(task, facts, tools);
  const word = searchWord(task.request);
  const search = lastCall(task, 'search_files');
  if (word !== null && search === undefined && tools.has('search_files') && facts.files.length > 0) {
    return callStep(task, `I will search for ${quoteInMarkdown(inShort(word, 60))}.`, [
      { name: 'search_files', input: { query: word } },
    ]);
  }
  return say(answerAbout(task.request, facts, word, search?.result ?? null));
}

/** The chat's first request again, with fewer steps; for "make it shorter" after a plan. */
function shorterPlan(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const quoted = [task.request, ...task.additions];
  const input = planInput({ ...task, request: task.firstRequest }, facts, { quoted, short: true });
  const plan = planOf(task.items);
  const ready = { intro: 'I keep it short, as you say.', input };
  if (plan.type === 'accepted') return carryOut(task, tools);
  return plan.type === 'none' ? propose(task, ready, tools) : afterPlan(task, ready, plan, tools);
}
