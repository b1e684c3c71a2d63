import { thanksFor } from './attached.ts';
import type { Task } from './current-task.ts';
import { callStep, type GuideStep, lastCall, say } from './guide-step.ts';
import { quoteInMarkdown } from './markdown-quote.ts';

/** Returns the step that looks at the folder, or a text why it can't; undefined once the guide has looked. */
export function lookFirst(task: Task, tools: ReadonlySet<string>): GuideStep | undefined {
  const listing = lastCall(task, 'list_files');
  if (listing === undefined && tools.has('list_files')) {
    const text = task.isFirst ? 'I will look at the folder first.' : 'Let me look at the folder again.';
    const calls = [{ name: 'list_files', input: { depth: 3 } }];
    return callStep(task, `${thanksFor(task.attached)}${text}`, calls);
  }
  return listing?.result?.ok === false ? say(cannotLook(listing.result.text)) : undefined;
}

function cannotLook(problem: string): string {
  return `I could not look at the folder. ${quoteInMarkdown(problem)}\n\nYour message is still here. Once the folder can be read, send a message and I will begin again.`;
}
