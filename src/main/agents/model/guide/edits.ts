import { codeInMarkdown, quoteInMarkdown } from './answered-text.ts';
import type { Task } from './current-task.ts';
import { editOf, lastApplied, type Staged } from './decided.ts';
import { lookFirst } from './folder-answer.ts';
import { type Facts, factsFrom, textOf, unreadFiles } from './folder-facts.ts';
import { askForDecision, callStep, type GuideStep, lastCall, type PlainCall, say } from './stream-step.ts';
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
function stillYours({ reply }: Extract<Staged, { type: 'undecided' }>): string {
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

/**
 * The one small change the guide makes of an approved plan: it writes the README, or puts how to begin
 * into the one that is there; undefined where that has no line it could stand under.
 */
function smallEdit(facts: Facts, readme: string | undefined): PlainCall | undefined {
  if (facts.readme === null)
    return { name: 'write_file', input: { path: 'README.md', content: newReadme(facts) } };
  const first = readme?.split(/\r?\n/).find((line) => line.trim() !== '');
  if (readme === undefined || first === undefined || readme.split(first).length !== 2) return undefined;
  const newText = `${first}\n\n${quickStart(facts)}`;
  return { name: 'edit_file', input: { path: facts.readme, edits: [{ oldText: first, newText }] } };
}

/** Returns the call that undoes a change of the guide's; undefined where it is no such change. */
function reversed({ name, input }: PlainCall): PlainCall | undefined {
  const { path, edits } = input;
  if (name === 'write_file') return { name: 'delete_file', input: { path } };
  const edit: unknown = name === 'edit_file' && Array.isArray(edits) ? edits[0] : undefined;
  if (!isEdit(edit)) return undefined;
  const back = { oldText: edit.newText, newText: edit.oldText };
  return { name: 'edit_file', input: { path, edits: [back] } };
}

function isEdit(value: unknown): value is { oldText: string; newText: string } {
  return typeof value === 'object' && value !== null && 'oldText' in value && 'newText' in value;
}

function newReadme(facts: Facts): string {
  const { name, kind, languages, folders } = facts;
  const [language] = languages;
  const written = language === undefined ? '' : `, written in ${language}`;
  const places = folders.filter((path) => !path.slice(0, -1).includes('/') && !path.startsWith('.'));
  const layout = places.map((path) => `- ${codeInMarkdown(path)}`).join('\n');
  return [
    `# ${name ?? 'This project'}`,
    `A ${kind}${written}.`,
    quickStart(facts),
    ...(layout === '' ? [] : [`## Layout\n\n${layout}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

function quickStart({ manifest, scripts, topLevel }: Facts): string {
  const commands =
    manifest === 'package.json'
      ? ['npm install', ...scripts.slice(0, 3).map((name) => `npm run ${name}`)]
      : [];
  const [first] = topLevel;
  const begin =
    commands.length > 0
      ? `\`\`\`sh\n${commands.join('\n')}\n\`\`\``
      : first === undefined
        ? 'Nothing is here yet.'
        : `Begin with ${codeInMarkdown(first)}.`;
  return `## Quick start\n\n${begin}`;
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
