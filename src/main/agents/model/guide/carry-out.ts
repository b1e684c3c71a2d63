import { deniedText, nothingRunText } from '../../../../shared/permissions/permission-text.ts';
import { type Facts, factsFrom, textOf, unreadFiles, wholeTextOf } from './folder-facts.ts';
import { codeInMarkdown, inShort, quoteInMarkdown } from './markdown.ts';
import { readmeChange } from './readme-change.ts';
import { askForDecision, callStep, type GuideStep, lastCall, type PlainCall, readStep, say } from './step.ts';
import { type Call, editOf, lastApplied, type Staged, type Task } from './task.ts';

/**
 * Carries out an approved plan: one small change, which the person decides about like any other, and then the
 * tests, where they are confined.
 */
export function carryOut(task: Task, means: Means): GuideStep {
  const edit = editOf(task.items);
  switch (edit.type) {
    case 'none':
      return begin(task, means.tools);
    case 'staged':
      return askForDecision(task, 'It is the first step of the plan.');
    case 'accepted':
      return afterChange(task, means);
    case 'undecided':
      return say(stillYours(edit));
    case 'discarded':
    case 'refined':
      return say('All right, nothing was written. Start a message with “plan” for another plan.');
    case 'failed':
      return say(`That did not work: ${quoteInMarkdown(edit.text)}`);
  }
}

/** The guide's text where the person wrote a message instead of deciding about a change. */
function stillYours({ reply }: Extract<Staged, { type: 'undecided' }>): string {
  return `You wrote: ${quoteInMarkdown(reply)}\n\nThe preview is still there for you to apply or discard; nothing is written before that.`;
}

function begin(task: Task, tools: ReadonlySet<string>): GuideStep {
  if (!tools.has('write_file'))
    return say('The plan is approved, but in Plan mode I change nothing. Switch to Edit and plan it again.');
  if (lastCall(task, 'list_files') === undefined && tools.has('list_files'))
    return callStep(task, 'Let me look at the folder again.', [{ name: 'list_files', input: { depth: 3 } }]);
  const facts = factsFrom(task.calls);
  const unread = unreadFiles(facts, task.calls);
  if (unread.length > 0) return readStep(task, unread, (names) => `I will read ${names} first.`);
  const change = readmeChange(facts, wholeTextOf(task.calls, facts.readme));
  if (change.type === 'none')
    return say(`The plan is approved, but ${change.why} So nothing was changed. ${asFarAsIGo}`);
  const path = codeInMarkdown(String(change.call.input['path']));
  const text = `The plan is approved. I begin with one small step in ${path}; you see it before it is written.`;
  return callStep(task, text, [change.call]);
}

const asFarAsIGo = 'That’s as far as I go offline. Connect a model to finish the plan.';

/** Runs the folder's tests where it has some and they are confined, and ends. */
function afterChange(task: Task, means: Means): GuideStep {
  const written = `${changedFile(task)} is written as you saw it. *Undo* on its card takes it back, and so does a message that says “undo”.`;
  const tests = suggestTests(
    task,
    means,
    (command) =>
      `${written} Now I would like to run ${command}, to see that all is well. It runs once you allow it.`,
  );
  if (tests !== undefined) return tests;
  const said = testsSaid(task);
  return say(`${said === '' ? `${written} ` : said}${asFarAsIGo}`);
}

function changedFile(task: Task): string {
  const change = lastCall(task, 'write_file') ?? lastCall(task, 'edit_file');
  return codeInMarkdown(String(change?.input['path']));
}

/** Returns the call that undoes a change of the guide's; undefined where it is no such change. */
function reversed({ name, input, result }: Call): PlainCall | undefined {
  const { path, edits } = input;
  if (name === 'write_file') {
    const wasThere = result?.text.startsWith('Preview: Edit ') === true;
    return wasThere ? { name, input: { path, content: '' } } : { name: 'delete_file', input: { path } };
  }
  const edit: unknown = name === 'edit_file' && Array.isArray(edits) ? edits[0] : undefined;
  if (!isEdit(edit)) return undefined;
  const back = { oldText: edit.newText, newText: edit.oldText };
  return { name: 'edit_file', input: { path, edits: [back] } };
}

function isEdit(value: unknown): value is { oldText: string; newText: string } {
  return typeof value === 'object' && value !== null && 'oldText' in value && 'newText' in value;
}

/** Undoes the guide's last change, as a change of its own that the person decides about. */
export function undo(task: Task, tools: ReadonlySet<string>): GuideStep {
  const edit = editOf(task.items);
  switch (edit.type) {
    case 'none':
      return undoLast(task, tools);
    case 'staged':
      return askForDecision(task, 'It takes the last change back.');
    case 'accepted':
      return say('It is as it was before.');
    case 'undecided':
      return say(stillYours(edit));
    case 'discarded':
    case 'refined':
    case 'failed':
      return say('All right, the change stays. *Undo* on its card takes it back whenever you like.');
  }
}

function undoLast(task: Task, tools: ReadonlySet<string>): GuideStep {
  const last = lastApplied([...task.before, ...task.items]);
  const change = last && reversed(last);
  if (change === undefined) return say('There is no change of mine to undo.');
  if (!tools.has(change.name))
    return say(
      'In Plan mode I change nothing. Choose *Undo* on the card of the change, or switch to Edit and tell me again.',
    );
  return callStep(task, `I take back what I did in ${codeInMarkdown(String(change.input['path']))}.`, [
    change,
  ]);
}

/** The tools of a request, and whether commands that it runs are confined. */
export type Means = { tools: ReadonlySet<string>; confined: boolean };

/** Returns the same step as `runTests`, but only where the tests can do no more than write in the folder. */
export function suggestTests(
  task: Task,
  { tools, confined }: Means,
  text: (command: string) => string,
): GuideStep | undefined {
  return confined ? runTests(task, tools, text) : undefined;
}

/**
 * Returns the step by which the guide runs the folder's own tests, introduced by `text`; undefined where it has
 * run them, may run nothing, or knows no command for it.
 */
function runTests(
  task: Task,
  tools: ReadonlySet<string>,
  text: (command: string) => string,
): GuideStep | undefined {
  const command = testCommand(factsFrom(task.calls));
  if (command === null || !tools.has('run_command') || lastCall(task, 'run_command') !== undefined)
    return undefined;
  return callStep(task, text(codeInMarkdown(command)), [{ name: 'run_command', input: { command } }]);
}

/** Returns what came of the tests, with the space before the next sentence; empty where none were asked for. */
export function testsSaid(task: Task): string {
  const call = lastCall(task, 'run_command');
  if (call === undefined) return '';
  const words = outcomeText(call, task.additions.at(-1) ?? '');
  return words.includes('\n') ? `${words}\n` : `${words} `;
}

/** Runs the tests because the person says so. */
export function testsOnRequest(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const { manifest } = facts;
  if (lastCall(task, 'run_command') !== undefined) return say(testsSaid(task).trimEnd());
  if (manifest !== null && textOf(task.calls, manifest) === undefined && readsNow(task, tools))
    return readStep(task, [manifest], (name) => `${name} should say how.`);
  if (testCommand(facts) === null) return say('I find nothing here that says how the tests are run.');
  const step = runTests(task, tools, (command) => `That is ${command} here. It runs once you allow it.`);
  return step ?? say('In Plan mode I run nothing. Switch to Edit and tell me again.');
}

function readsNow(task: Task, tools: ReadonlySet<string>): boolean {
  return tools.has('read_file') && lastCall(task, 'read_file') === undefined;
}

/** Returns the line that runs a folder's tests; null where nothing in it says which that is. */
function testCommand({ manifest, scripts }: Facts): string | null {
  if (manifest === 'package.json') return scripts.includes('test') ? 'npm test' : null;
  if (manifest === 'Cargo.toml') return 'cargo test';
  return manifest === 'go.mod' ? 'go test ./...' : null;
}

/** Returns what came of a command; `reply` is what the person wrote instead of allowing it. */
function outcomeText({ input, result }: Call, reply: string): string {
  const text = result?.text ?? '';
  const changed = /^The user changed the command to: (.*)\n/.exec(text)?.[1];
  const command = codeInMarkdown(inShort(changed ?? String(input['command']), 80));
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  if (result?.ok === true) return ended(command, /^exit code: (\d+)/.exec(last)?.[1] ?? null);
  const notRun = `All right, I did not run ${command}.`;
  if (text.startsWith(deniedText)) {
    const reason = /^ Reason: ([^]*)$/.exec(text.slice(deniedText.length))?.[1];
    return reason === undefined ? notRun : `${notRun} You said: ${quoteInMarkdown(reason)}`;
  }
  if (text.startsWith(nothingRunText))
    return reply === '' ? notRun : `${notRun} You wrote: ${quoteInMarkdown(reply)}`;
  return `${command} did not get to its end: ${quoteInMarkdown(inShort(last, 200))}`;
}

function ended(command: string, code: string | null): string {
  if (code === '0') return `${command} went through.`;
  return `${command} ended with exit code ${code}. Its card shows what it said; I left everything as it is.`;
}
