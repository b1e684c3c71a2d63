import type { Task } from './current-task.ts';
import { editOf, type Staged } from './decided.ts';
import { factsFrom, textOf, unreadFiles } from './folder-facts.ts';
import { askForDecision, callStep, type GuideStep, lastCall, say } from './stream-step.ts';
import { lookFirst } from './folder-answer.ts';
import { codeInMarkdown, quoteInMarkdown } from './answered-text.ts';
import { smallEdit } from './small-edit.ts';
import { runTests, testsSaid } from './test-run.ts';

/** Carries out an approved plan: one small change, which the person decides about like any other. */
export function carryOut(task: Task, tools: ReadonlySet<string>): GuideStep {
  const edit = editOf(task.items);
  switch (edit.type) {
    case 'none':
      return begin(task, tools);
    case 'staged':
      return askForDecision(task, 'It is the first step of the plan.');
    case 'accepted':
      return afterChange(task, tools);
    case 'undecided':
      return say(stillYours(edit));
    case 'discarded':
    case 'refined':
      return say('All right, nothing was written. Tell me what you would have instead.');
    case 'failed':
      return say(`That did not work: ${quoteInMarkdown(edit.text)}`);
  }
}

/** The guide's text where the person wrote a message instead of deciding about a change. */
export function stillYours({ reply }: Extract<Staged, { type: 'undecided' }>): string {
  return `You wrote: ${quoteInMarkdown(reply)}\n\nThe preview is still there for you to apply or discard; nothing is written before that.`;
}

function begin(task: Task, tools: ReadonlySet<string>): GuideStep {
  if (!tools.has('write_file'))
    return say('The plan is approved. Switch to Edit and write “go on”, and I make its first change.');
  const looking = lookFirst(task, tools);
  if (looking !== undefined) return looking;
  const facts = factsFrom(task.calls);
  const { readme } = facts;
  const unread = unreadFiles(facts, task.calls).filter((path) => [readme, facts.manifest].includes(path));
  if (unread.length > 0) {
    const calls = unread.map((path) => ({ name: 'read_file', input: { path } }));
    return callStep(task, `I will read ${unread.map(codeInMarkdown).join(' and ')} first.`, calls);
  }
  const change = smallEdit(facts, textOf(task.calls, readme));
  if (change === undefined)
    return say(
      `The plan is approved, but I find no line in ${codeInMarkdown(readme ?? '')} to put its first step under. Nothing was changed.`,
    );
  const text = `The plan is approved. I begin with one small step in ${codeInMarkdown(String(change.input['path']))}; you see it before it is written.`;
  return callStep(task, text, [change]);
}

/** Runs the folder's tests where it has some, and ends. */
function afterChange(task: Task, tools: ReadonlySet<string>): GuideStep {
  const written = `${changedFile(task)} is written as you saw it. *Undo* on its card takes it back, and so does a message that says “undo”.`;
  const tests = runTests(
    task,
    tools,
    (command) =>
      `${written} Now I would like to run ${command}, to see that all is well. It runs once you allow it.`,
  );
  if (tests !== undefined) return tests;
  const said = testsSaid(task);
  return say(
    `${said === '' ? `${written} ` : said}That was the one step I make by myself; a model can take the others.`,
  );
}

function changedFile(task: Task): string {
  const change = lastCall(task, 'write_file') ?? lastCall(task, 'edit_file');
  return codeInMarkdown(String(change?.input['path']));
}
