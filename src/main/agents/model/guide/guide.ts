import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { freshStart } from '../../../previews/plans/plan-handler.ts';
import { carryOut, type Means, suggestTests, testsOnRequest, testsSaid, undo } from './carry-out.ts';
import { type Facts, factsFrom, unreadFiles } from './folder-facts.ts';
import { codeInMarkdown, quoteInMarkdown } from './markdown.ts';
import { afterPlan, assumedPlan, planned, propose, stopped } from './plan.ts';
import { type Asking, askingFor, questionsFor } from './questions.ts';
import { callStep, type GuideStep, lastCall, readStep, say } from './step.ts';
import { currentTask, planOf, type Task, thanksFor } from './task.ts';
import { asksForPlan, wantsTests, wantsToStop, wantsUndo } from './wishes.ts';

/** Waits before the next word; rejects when the signal aborts. */
type Pause = (signal: AbortSignal | undefined) => Promise<void>;

const readingPace: Pause = async (signal) => {
  await wait(12, undefined, signal === undefined ? {} : { signal });
};

/**
 * The built-in agent as a language model: deterministic and offline. `confines` says whether commands of the chat
 * are confined; `pause` sets the pace of its words.
 */
export function createGuide(confines: () => Promise<boolean>, pause: Pause = readingPace): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'parley',
    modelId: 'guide',
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const step = await stepFor(options, confines);
      return {
        content: contentOf(step),
        finishReason: finishOf(step),
        usage: noUsage,
        warnings: [],
      };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const step = await stepFor(options, confines);
      return { stream: streamStep(step, () => pause(options.abortSignal)) };
    },
  };
}

async function stepFor(
  { prompt, tools, toolChoice }: LanguageModelV4CallOptions,
  confines: () => Promise<boolean>,
): Promise<GuideStep> {
  const offered = toolChoice?.type === 'none' ? [] : (tools ?? []);
  const names = new Set(offered.map(({ name }) => name));
  return nextStep(prompt, { tools: names, confined: names.has('run_command') && (await confines()) });
}

function contentOf({ reasoning, text, calls }: GuideStep): LanguageModelV4Content[] {
  return [
    ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    { type: 'text', text },
    ...calls.map(({ id, name, input }) => {
      return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: JSON.stringify(input) };
    }),
  ];
}

/** Streams a step word by word; a part is only made when it is pulled. */
function streamStep(step: GuideStep, pause: () => Promise<void>): ReadableStream<LanguageModelV4StreamPart> {
  const parts = partsOf(step);
  return new ReadableStream({
    async pull(controller) {
      const next = parts.next();
      if (next.done) return controller.close();
      if (next.value.type === 'text-delta' || next.value.type === 'reasoning-delta') await pause();
      controller.enqueue(next.value);
    },
  });
}

function finishOf({ calls }: GuideStep): LanguageModelV4FinishReason {
  return { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined };
}

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function* partsOf(step: GuideStep): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  if (step.reasoning !== null) yield* block('reasoning', 'thought', step.reasoning);
  if (step.text !== '') yield* block('text', 'text', step.text);
  for (const { id, name, input } of step.calls) {
    const json = JSON.stringify(input);
    yield { type: 'tool-input-start', id, toolName: name };
    yield { type: 'tool-input-delta', id, delta: json };
    yield { type: 'tool-input-end', id };
    yield { type: 'tool-call', toolCallId: id, toolName: name, input: json };
  }
  yield { type: 'finish', usage: noUsage, finishReason: finishOf(step) };
}

function* block(type: 'text' | 'reasoning', id: string, text: string): Generator<LanguageModelV4StreamPart> {
  yield { type: `${type}-start`, id };
  for (const delta of words(text)) yield { type: `${type}-delta`, id, delta };
  yield { type: `${type}-end`, id };
}

/** Splits a text into words, each with the whitespace after it. */
function words(text: string): string[] {
  return text.match(/^\s+|\S+\s*/g) ?? [];
}

/**
 * Returns the guide's next step, from nothing but the chat so far and its means: look, read what describes the
 * project, ask, plan, and once the plan is approved make one change. The same chat always gives the same step.
 */
function nextStep(prompt: LanguageModelV4Prompt, means: Means): GuideStep {
  const { tools } = means;
  const task = currentTask(prompt);
  if ([task.reply ?? task.request, task.additions.at(-1) ?? ''].some(wantsToStop)) return say(stopped);
  const plan = planOf(task.items);
  if (plan.type === 'accepted' || task.request.startsWith(freshStart)) return carryOut(task, means);
  if (wantsUndo(task.request)) return undo(task, tools);
  const runsTests = wantsTests(task.reply ?? task.request);
  if (!task.isFirst && !runsTests && !asksForPlan(task.request)) return say(whatICanDo);
  const looking = lookFirst(task, tools);
  if (looking !== undefined) return looking;
  const facts = factsFrom(task.calls);
  if (runsTests) return testsOnRequest(task, facts, tools);
  const ask = task.calls.findLast(({ name }) => askingFor(name) !== undefined);
  if (ask === undefined) return prepare(task, facts, means);
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

function prepare(task: Task, facts: Facts, means: Means): GuideStep {
  const { tools } = means;
  const unread = tools.has('read_file') ? unreadFiles(facts, task.calls) : [];
  const hasRead = lastCall(task, 'read_file') !== undefined;
  if (unread.length > 0 && !hasRead)
    return readStep(task, unread, (names) => `I will read ${names} before I ask anything.`);
  const asking = [...tools].map(askingFor).find((known) => known !== undefined);
  return asking === undefined ? withoutAsking(task, facts, means) : ask(task, facts, asking);
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

function withoutAsking(task: Task, facts: Facts, means: Means): GuideStep {
  const tests = suggestTests(
    task,
    means,
    (command) =>
      `${whatIFound(facts)} I would like to run ${command} first, to see where it stands. It runs once you allow it.`,
  );
  if (tests !== undefined) return tests;
  return say(
    `${testsSaid(task) || `${whatIFound(facts)} `}In Edit mode I ask you no questions, so this is what I would do. Switch to Plan and I can ask first.\n\n${assumedPlan(task, facts)}`,
  );
}
