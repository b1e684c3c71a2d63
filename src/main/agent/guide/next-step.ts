import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { askingFor, type Asking } from './asking.ts';
import { thanksFor } from './attached.ts';
import { type Call, currentTask, type Task } from './current-task.ts';
import { answerAbout, searchWord } from './folder-answer.ts';
import { type Facts, factsFrom, unreadFiles } from './folder-facts.ts';
import { codeInMarkdown, inShort, quoteInMarkdown } from './markdown-quote.ts';
import { assumedFor, type PlanInput, writePlan } from './plan.ts';
import { questionsFor } from './questions.ts';
import { asksForPlan, wantsItShort, wantsShortPlan, wantsToStop } from './topic.ts';

/** One answer of the guide: at most a thought, a text, and calls. Call ids are unique in the chat. */
export type GuideStep = {
  reasoning: string | null;
  text: string;
  calls: { id: string; name: string; input: Record<string, unknown> }[];
};

/**
 * What the guide does next, from nothing but the chat so far and the tools it may call: look, read
 * what matters, ask, then plan. The same chat always gives the same step.
 */
export function nextStep(prompt: LanguageModelV4Prompt, tools: ReadonlySet<string>): GuideStep {
  const task = currentTask(prompt);
  if (wantsToStop(task.reply ?? task.request))
    return say('All right, I leave it there. Tell me when you want to go on.');
  const listing = lastCall(task, 'list_files');
  if (listing === undefined && tools.has('list_files')) return look(task);
  if (listing?.result?.ok === false) return say(cannotLook(listing.result.text));
  const facts = factsFrom(task.calls);
  const ask = task.calls.findLast(({ name }) => askingFor(name) !== undefined);
  if (ask !== undefined) return say(planFrom(task, facts, ask));
  return task.isFirst || asksForPlan(task.request) ? prepare(task, facts, tools) : answer(task, facts, tools);
}

function lastCall(task: Task, wanted: string): Call | undefined {
  return task.calls.findLast(({ name }) => name === wanted);
}

function say(text: string): GuideStep {
  return { reasoning: null, text, calls: [] };
}

type PlainCall = { name: string; input: Record<string, unknown> };

function call(task: Task, text: string, calls: PlainCall[], reasoning: string | null = null): GuideStep {
  return {
    reasoning,
    text,
    calls: calls.map((entry, index) => ({ id: `guide-${task.callsSoFar + index + 1}`, ...entry })),
  };
}

function look(task: Task): GuideStep {
  const text = task.isFirst ? 'I will look at the folder first.' : 'Let me look at the folder again.';
  return call(task, `${thanksFor(task.attached)}${text}`, [{ name: 'list_files', input: { depth: 3 } }]);
}

function cannotLook(problem: string): string {
  return `I could not look at the folder. ${quoteInMarkdown(problem)}\n\nYour message is still here. Once the folder can be read, send a message and I will begin again.`;
}

function prepare(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const unread = tools.has('read_file') ? unreadFiles(facts, task.calls) : [];
  const hasRead = lastCall(task, 'read_file') !== undefined;
  if (unread.length > 0 && !hasRead) {
    const names = unread.map(codeInMarkdown).join(' and ');
    const calls = unread.map((path) => ({ name: 'read_file', input: { path } }));
    return call(task, `I will read ${names} before I ask anything.`, calls);
  }
  const asking = [...tools].map(askingFor).find((known) => known !== undefined);
  return asking === undefined ? say(withoutAsking(task, facts)) : ask(task, facts, asking);
}

function ask(task: Task, facts: Facts, { toolName: name, inputFor }: Asking): GuideStep {
  const questions = questionsFor(task.request, facts, task.isFirst);
  const text = `${whatIFound(facts)} ${questions.length === 3 ? 'Three' : 'Two'} questions before I write the plan; you can also just type a reply.`;
  return call(task, text, [{ name, input: inputFor(questions) }], thought(facts));
}

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

function withoutAsking(task: Task, facts: Facts): string {
  const questions = questionsFor(task.request, facts, task.isFirst);
  const assumed = assumedFor(questions, () => true);
  const plan = writePlan(planInput(task, facts, { assumed }));
  return `${whatIFound(facts)} In Exec mode I do not ask, so this is what I would do. Switch to Plan and I can ask first.\n\n${plan}`;
}

function planInput(task: Task, facts: Facts, more: Partial<PlanInput>): PlanInput {
  const quoted = [...(task.reply === null ? [] : [task.reply]), ...task.additions];
  const short = quoted.some(wantsItShort) || wantsShortPlan(task.request);
  const answers = { answered: [], skipped: [] };
  return { request: task.request, facts, answers, assumed: [], quoted, short, ...more };
}

function planFrom(task: Task, facts: Facts, ask: Call): string {
  const questions = questionsFor(task.request, facts, task.isFirst);
  const text = ask.result?.text ?? '';
  const answers = ask.result?.ok === true ? askingFor(ask.name)?.read(questions, text) : undefined;
  if (answers !== undefined) {
    const open = (question: string) => !answers.answered.some((entry) => entry.question === question);
    const thanks =
      answers.answered.length > 0
        ? 'Thank you. '
        : 'You left the questions open, so I go on with assumptions. ';
    return `${thanks}Here is the plan.\n\n${writePlan(planInput(task, facts, { answers, assumed: assumedFor(questions, open) }))}`;
  }
  if (task.reply !== null) return followReply(task, facts, task.reply);
  const assumed = assumedFor(questions, () => true);
  return `${whyNotAnswered(text)}\n\n${writePlan(planInput(task, facts, { assumed }))}`;
}

function followReply(task: Task, facts: Facts, reply: string): string {
  const request = asksForPlan(reply) ? reply : task.request;
  const intro = wantsItShort(reply)
    ? 'I keep it short, as you say.'
    : 'I go by what you wrote instead of the questions.';
  return `${thanksFor(task.attachedLater)}${intro}\n\n${writePlan(planInput({ ...task, request }, facts, {}))}`;
}

/** The chat's first request again, with fewer steps; for "make it shorter" after a plan. */
function shorterPlan(task: Task, facts: Facts): string {
  const quoted = [task.request, ...task.additions];
  return writePlan(planInput({ ...task, request: task.firstRequest }, facts, { quoted, short: true }));
}

const dismissals = [
  'User declined to answer these questions.',
  'User dismissed ask_user dialog without answering.',
  'Ask tool was cancelled by the user',
];

function whyNotAnswered(text: string): string {
  const dismissal = dismissals.find((known) => text.startsWith(known));
  if (dismissal === undefined)
    return 'My questions did not reach you, so I go on with assumptions; correct me where they are wrong.';
  const reason = /^ Reason: ([^]*?)(?:\nexit code: \d+)?$/.exec(text.slice(dismissal.length))?.[1] ?? '';
  const because = reason === '' ? '' : ` You said: ${quoteInMarkdown(reason)}`;
  return `No questions, then.${because} I go on with assumptions; correct me where they are wrong.`;
}

function answer(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  if (wantsItShort(task.request)) return say(shorterPlan(task, facts));
  const word = searchWord(task.request);
  const search = lastCall(task, 'search_files');
  if (word !== null && search === undefined && tools.has('search_files') && facts.files.length > 0) {
    return call(task, `I will search for ${quoteInMarkdown(inShort(word, 60))}.`, [
      { name: 'search_files', input: { query: word } },
    ]);
  }
  return say(answerAbout(task.request, facts, word, search?.result ?? null));
}
