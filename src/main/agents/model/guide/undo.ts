import { stillYours } from './carry-out.ts';
import type { Task } from './current-task.ts';
import { editOf, lastApplied } from './decided.ts';
import { askForDecision, callStep, type GuideStep, say } from './stream-step.ts';
import { codeInMarkdown } from './answered-text.ts';
import { reversed } from './small-edit.ts';

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
