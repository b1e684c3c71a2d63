import { thanksFor } from './asking.ts';
import type { Task } from './current-task.ts';
import type { Facts } from './folder-facts.ts';
import { codeInMarkdown, inShort, quoteInMarkdown } from './answered-text.ts';
import { callStep, type GuideStep, lastCall, say } from './stream-step.ts';

const common = new Set(
  'about after also another answer because been before could does file files folder from have here know look make more need only please project should show tell than that their them then there these they thing this those want what when where which will with would write your'.split(
    ' ',
  ),
);

/** The word of a message to search the folder for: the longest that is not a common one. */
export function searchWord(message: string): string | null {
  const words = message.slice(0, 2_000).match(/[\p{L}\p{N}_][\p{L}\p{N}_.-]*[\p{L}\p{N}_]/gu) ?? [];
  const telling = words.filter(
    (word) => word.length >= 4 && word.length <= 80 && !common.has(word.toLowerCase()),
  );
  return telling.reduce<string | null>(
    (best, word) => (word.length > (best?.length ?? 0) ? word : best),
    null,
  );
}

/** Answers a message that does not ask for a plan, from the contents of the folder. */
export function answerAbout(
  message: string,
  facts: Facts,
  word: string | null,
  search: { ok: boolean; text: string } | null,
): string {
  const hits =
    search?.ok === true ? search.text.split('\n').filter((line) => /^[^(].*:\d+: /.test(line)) : [];
  return [
    `You wrote: ${quoteInMarkdown(inShort(message, 300))}`,
    found(word, hits),
    overview(facts),
    'I am the built-in guide, so I go by what the files say. Start a message with “plan” and I will ask and write a new plan.',
  ].join('\n\n');
}

function found(word: string | null, hits: readonly string[]): string {
  if (word === null) return 'Nothing in that for me to search for.';
  if (hits.length === 0) return `Nothing in the files mentions ${quoteInMarkdown(word)}.`;
  const lines = hits.slice(0, 5).map((hit) => `- ${hitLine(hit)}`);
  const more =
    hits.length > 5
      ? `\n\n${hits.length - 5} more ${hits.length === 6 ? 'place mentions' : 'places mention'} it.`
      : '';
  return `### Where ${quoteInMarkdown(word)} is mentioned\n\n${lines.join('\n')}${more}`;
}

function hitLine(hit: string): string {
  const [, place = '', text = ''] = /^(.*?:\d+): (.*)$/.exec(hit) ?? [];
  return text.trim() === ''
    ? codeInMarkdown(place)
    : `${codeInMarkdown(place)} ${codeInMarkdown(inShort(text, 100))}`;
}

function overview({ files, topLevel, kind }: Facts): string {
  if (files.length === 0) return 'The folder is empty.';
  const shown = topLevel.slice(0, 6).map(codeInMarkdown).join(', ');
  return `The folder holds a ${kind} with ${files.length} ${files.length === 1 ? 'file' : 'files'} in sight: ${shown}${topLevel.length > 6 ? ' and more' : ''}.`;
}

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
