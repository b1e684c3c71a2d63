import { deniedText, nothingRunText } from '../../../../shared/permissions/model-text.ts';
import { codeInMarkdown, inShort, quoteInMarkdown } from './answered-text.ts';
import type { Call } from './chat-items.ts';
import type { Task } from './current-task.ts';
import { type Facts, factsFrom, textOf } from './folder-facts.ts';
import { callStep, type GuideStep, lastCall, say } from './stream-step.ts';

/**
 * Returns the step by which the guide runs the folder's own tests, introduced by `text`; undefined where it has
 * run them, may run nothing, or knows no command for it.
 */
export function runTests(
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
  const words = outcomeWords(call, task.additions.at(-1) ?? '');
  return words.includes('\n') ? `${words}\n` : `${words} `;
}

/** Runs the tests because the person says so. */
export function testsOnRequest(task: Task, facts: Facts, tools: ReadonlySet<string>): GuideStep {
  const { manifest } = facts;
  if (lastCall(task, 'run_command') !== undefined) return say(testsSaid(task).trimEnd());
  if (manifest !== null && textOf(task.calls, manifest) === undefined && readsNow(task, tools))
    return callStep(task, `${codeInMarkdown(manifest)} should say how.`, [
      { name: 'read_file', input: { path: manifest } },
    ]);
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
function outcomeWords({ input, result }: Call, reply: string): string {
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
