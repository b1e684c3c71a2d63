import { type MarkdownToken, readMarkdown } from '../../../../shared/markdown/read-markdown.ts';
import type { Facts } from './folder-facts.ts';
import { codeInMarkdown } from './markdown.ts';
import type { PlainCall } from './step.ts';

/** The change of an approved plan, or a sentence why there is none. */
export type ReadmeChange = { type: 'change'; call: PlainCall } | { type: 'none'; why: string };

/**
 * Returns the guide's one change to a folder: a README where there is none, else the first section that the README
 * lacks, put where it fits. `text` is the README as it was read, undefined where not all of it was.
 */
export function readmeChange(facts: Facts, text: string | undefined): ReadmeChange {
  const path = facts.readme ?? 'README.md';
  const name = codeInMarkdown(path);
  const create = { name: 'write_file', input: { path, content: newReadme(facts) } };
  if (facts.readme === null) return { type: 'change', call: create };
  if (!/\.(md|markdown|mdown|mkd)$/i.test(path))
    return none(`${name} is not Markdown, which is all I write.`);
  if (text === undefined) return none(`I could not read all of ${name}.`);
  if (text.trim() === '') return { type: 'change', call: create };
  const blocks = blocksOf(text);
  const section = sectionsFor(facts).find(
    ({ same }) => !headingsOf(blocks).some(({ text: title }) => same.test(title)),
  );
  if (section === undefined) return none(`${name} already says how to begin and where things are.`);
  return {
    type: 'change',
    call: { name: 'edit_file', input: { path, edits: [placed(section, text, blocks)] } },
  };
}

function none(why: string): ReadmeChange {
  return { type: 'none', why };
}

/** `same` matches the headings of a section that says as much; `before` those that it has to stand before. */
type Section = { title: string; body: string; same: RegExp; before: RegExp };

function sectionsFor(facts: Facts): Section[] {
  const layout = layoutOf(facts);
  return [
    {
      title: 'Quick start',
      body: quickStart(facts),
      same: /\b(quick ?-?start|get(ting)? started|install(ation|ing)?|set ?-?up|usage|how to (begin|install|run|start|use))\b/i,
      before: /^(?!(table of )?contents$)/i,
    },
    ...(layout === ''
      ? []
      : [
          {
            title: 'Layout',
            body: layout,
            same: /\b(layout|structure|architecture|director(y|ies)|folders)\b/i,
            before:
              /\b(licen[cs]e|contribut(e|ing|ors)|credits|acknowledge?ments?|authors?|changelog|support)\b/i,
          },
        ]),
  ];
}

function newReadme(facts: Facts): string {
  const layout = layoutOf(facts);
  return [
    `# ${facts.name ?? 'This project'}`,
    `## Quick start\n\n${quickStart(facts)}`,
    ...(layout === '' ? [] : [`## Layout\n\n${layout}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

function layoutOf({ folders }: Facts): string {
  const top = folders.filter((path) => !path.slice(0, -1).includes('/') && !path.startsWith('.'));
  return top.map((path) => `- ${codeInMarkdown(path)}`).join('\n');
}

function quickStart({ manifest, scripts, topLevel }: Facts): string {
  if (manifest === 'package.json') {
    const commands = ['npm install', ...scripts.slice(0, 3).map((name) => `npm run ${name}`)];
    return `\`\`\`sh\n${commands.join('\n')}\n\`\`\``;
  }
  const [first] = topLevel;
  return first === undefined ? 'Nothing is here yet.' : `Begin with ${codeInMarkdown(first)}.`;
}

/** A block of a text, with where it begins. */
type Block = MarkdownToken & { at: number };
type Heading = Extract<Block, { type: 'heading' }>;

function blocksOf(text: string): Block[] {
  const matter = /^---\n(?:[^]*?\n)??(?:---|\.\.\.)(?:\n|$)/.exec(text)?.[0] ?? '';
  let at = matter.length;
  return readMarkdown(text.slice(at)).map((token) => {
    const block = { ...token, at };
    at += token.raw.length;
    return block;
  });
}

function headingsOf(blocks: readonly Block[]): Heading[] {
  return blocks.filter((block) => block.type === 'heading');
}

/** Returns the edit that puts a section where it fits, with a heading like those beside it. */
function placed(
  section: Section,
  text: string,
  blocks: readonly Block[],
): { oldText: string; newText: string } {
  const title = titleOf(blocks);
  const others = headingsOf(blocks).filter((heading) => heading !== title);
  const level = others.length > 0 ? Math.min(...others.map(({ depth }) => depth)) : (title?.depth ?? 1) + 1;
  const beside = others.filter(({ depth }) => depth === level);
  const like = beside[0] ?? title;
  const added = `${headingLike(like, section.title, Math.min(level, 6))}\n\n${section.body}`;
  const next = beside.find(({ text: heading }) => section.before.test(heading.trim()));
  if (next === undefined) return inserted(text, text.trimEnd().length, (before) => `${before}\n\n${added}`);
  const at = withAnchor(blocks, next);
  const space = text.slice(0, at).endsWith('\n\n') || at === 0 ? '' : '\n';
  return inserted(text, at, (before, after) => `${before}${space}${added}\n\n${after}`);
}

/** Returns the heading that names the whole file; undefined where HTML, or nothing, does. */
function titleOf(blocks: readonly Block[]): Heading | undefined {
  const [first, ...others] = headingsOf(blocks);
  if (first === undefined) return undefined;
  const above = blocks.filter((block) => block.at < first.at && block.type !== 'space');
  if (above.some(({ type, raw }) => type === 'html' && /<h1\b/i.test(raw))) return undefined;
  const isHighest = others.every(({ depth }) => depth > first.depth);
  return first.depth === 1 || above.length === 0 || isHighest ? first : undefined;
}

function headingLike(like: Heading | undefined, title: string, level: number): string {
  const raw = like?.raw.trimEnd() ?? '';
  const isUnderlined = raw !== '' && !raw.trimStart().startsWith('#');
  if (isUnderlined && level <= 2) return `${title}\n${(level === 1 ? '=' : '-').repeat(title.length)}`;
  const marks = '#'.repeat(level);
  return / #+$/.test(raw) ? `${marks} ${title} ${marks}` : `${marks} ${title}`;
}

/** Returns where a heading begins, with the anchor above that links lead to. */
function withAnchor(blocks: readonly Block[], heading: Heading): number {
  const above = blocks.slice(0, blocks.indexOf(heading)).findLast(({ type }) => type !== 'space');
  const isAnchor = above !== undefined && /^<a\s+(name|id)=[^>]*>\s*(<\/a>)?\s*$/i.test(above.raw);
  return isAnchor ? above.at : heading.at;
}

/** Returns an edit of the lines around a place, as many as make them the only such lines in the text. */
function inserted(
  text: string,
  at: number,
  around: (before: string, after: string) => string,
): { oldText: string; newText: string } {
  let start = startOfLine(text, at);
  let end = endOfLine(text, at);
  while (text.indexOf(text.slice(start, end)) !== text.lastIndexOf(text.slice(start, end))) {
    if (end < text.length) end = endOfLine(text, end + 1);
    else start = startOfLine(text, start - 1);
  }
  const [before, after] = [text.slice(start, at), text.slice(at, end)];
  return { oldText: before + after, newText: around(before, after) };
}

function startOfLine(text: string, at: number): number {
  return text.slice(0, at).lastIndexOf('\n') + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
