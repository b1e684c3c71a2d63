import type { Facts } from './folder-facts.ts';
import type { PlainCall } from './stream-step.ts';
import { codeInMarkdown } from './answered-text.ts';

/**
 * The one small change the guide makes of an approved plan: it writes the README, or puts how to begin
 * into the one that is there; undefined where that has no line it could stand under.
 */
export function smallEdit(facts: Facts, readme: string | undefined): PlainCall | undefined {
  if (facts.readme === null)
    return { name: 'write_file', input: { path: 'README.md', content: newReadme(facts) } };
  const first = readme?.split(/\r?\n/).find((line) => line.trim() !== '');
  if (readme === undefined || first === undefined || readme.split(first).length !== 2) return undefined;
  const newText = `${first}\n\n${quickStart(facts)}`;
  return { name: 'edit_file', input: { path: facts.readme, edits: [{ oldText: first, newText }] } };
}

/** Returns the call that undoes a change of the guide's; undefined where it is no such change. */
export function reversed({ name, input }: PlainCall): PlainCall | undefined {
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
