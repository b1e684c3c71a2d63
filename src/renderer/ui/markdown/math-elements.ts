import katex from 'katex';
import { createElement, type CSSProperties, type ReactNode } from 'react';
import { decodeReferences } from '../../../shared/markdown/read-markdown.ts';
import { inAlphabet } from './math-alphabets.ts';

/** Longer TeX, in UTF-16 units, and more elements are not laid out. */
const most = { tex: 4_000, elements: 3_000 };

const limits = { maxExpand: 200, maxSize: 20 };

/** The elements that KaTeX makes, with those attributes of theirs that say how a formula is laid out. */
const attributesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['math', ['display']],
  ['mrow', []],
  ['mi', ['mathvariant']],
  ['mn', ['mathvariant']],
  [
    'mo',
    [
      'mathvariant',
      'fence',
      'separator',
      'stretchy',
      'symmetric',
      'largeop',
      'movablelimits',
      'lspace',
      'rspace',
      'minsize',
      'maxsize',
    ],
  ],
  ['mtext', ['mathvariant']],
  ['mspace', ['width', 'height', 'depth']],
  ['mfrac', ['linethickness']],
  ['msqrt', []],
  ['mroot', []],
  ['msub', []],
  ['msup', []],
  ['msubsup', []],
  ['munder', ['accentunder']],
  ['mover', ['accent']],
  ['munderover', ['accent', 'accentunder']],
  ['mmultiscripts', []],
  ['mprescripts', []],
  ['none', []],
  ['mstyle', ['scriptlevel', 'displaystyle']],
  ['mpadded', ['width', 'height', 'depth', 'lspace', 'voffset']],
  ['mphantom', []],
  ['menclose', ['notation']],
  ['mtable', ['displaystyle']],
  ['mtr', []],
  ['mtd', []],
]);

/**
 * Returns the MathML of a formula as elements, or null if it can't be shown as one: broken TeX, too long, with
 * colours or commands that lead elsewhere (`\href`, `\includegraphics`). Never throws.
 */
export function mathElements(tex: string, block: boolean): ReactNode {
  const markup = tex.length > most.tex ? null : mathMarkup(tex, block);
  return markup === null ? null : elementsIn(markup);
}

function mathMarkup(tex: string, block: boolean): string | null {
  let untrusted = false;
  const trust = () => {
    untrusted = true;
    return false;
  };
  try {
    const options = { output: 'mathml', displayMode: block, strict: 'ignore', trust, ...limits } as const;
    const markup = katex.renderToString(tex, options);
    return untrusted ? null : markup;
  } catch {
    // Of KaTeX for broken TeX; of the stack for TeX that is nested too deeply.
    return null;
  }
}

/** An element whose end has not been read. */
type OpenElement = { tag: string; attributes: ReadonlyMap<string, string>; children: ReactNode[] };

const pieces = /<(\/?)([a-z]+)((?: [a-z]+="[^"]*")*)(\/?)>|([^<]+)/g;

/** Returns KaTeX's well-formed markup as elements, by the list above; null where it has anything else. */
function elementsIn(markup: string): ReactNode {
  const formula = /<math\b[^]*?(?=<annotation\b)/.exec(markup)?.[0].replace('<semantics>', '');
  if (formula === undefined) return null;
  const root: OpenElement = { tag: '', attributes: new Map(), children: [] };
  const path = [root];
  let count = 0;
  for (const [, slash, tag, attributes = '', alone, text = ''] of `${formula}</math>`.matchAll(pieces)) {
    const open = path.at(-1) ?? root;
    if (tag === undefined) open.children.push(textIn(open, decodeReferences(text)));
    else if (slash === '/') close(path);
    else if (!attributesOf.has(tag) || (count += 1) > most.elements) return null;
    else {
      path.push({ tag, attributes: readAttributes(tag, attributes), children: [] });
      if (alone === '/') close(path);
    }
  }
  return path.length === 1 ? root.children : null;
}

function readAttributes(tag: string, written: string): ReadonlyMap<string, string> {
  const known = [...(attributesOf.get(tag) ?? []), ...(tag === 'mtable' ? tableLayout : [])];
  return new Map(
    Array.from(written.matchAll(/([a-z]+)="([^"]*)"/g), ([, name = '', value = '']): [string, string] => [
      name,
      decodeReferences(value),
    ]).filter(([name]) => known.includes(name)),
  );
}

function textIn({ tag, attributes }: OpenElement, text: string): string {
  return tag === 'mtext' ? text : inAlphabet(text, attributes.get('mathvariant') ?? '');
}

/** Takes the last element off the path, into the one before. */
function close(path: OpenElement[]): void {
  const element = path.pop();
  const parent = path.at(-1);
  if (element === undefined || parent === undefined) return;
  const { tag, attributes, children } = element;
  const style = styleOf(element, parent, path.at(-2));
  const props = Object.fromEntries([...attributes].filter(([name]) => !tableLayout.includes(name)));
  parent.children.push(createElement(tag, { ...props, style, key: parent.children.length }, ...children));
}

/** How KaTeX has the columns of a table, which browsers know by styles alone. */
const tableLayout = ['columnalign', 'columnspacing'];

function styleOf(
  { tag, attributes }: OpenElement,
  row: OpenElement,
  table: OpenElement | undefined,
): CSSProperties | undefined {
  const variant = attributes.get('mathvariant') ?? '';
  if (tag === 'mtext' && variant.includes('bold')) return { fontWeight: 600 };
  if (tag === 'mtext' && variant.includes('italic')) return { fontStyle: 'italic' };
  if (tag !== 'mtd' || table === undefined) return undefined;
  const align = table.attributes.get('columnalign')?.split(' ')[row.children.length];
  const close = table.attributes.get('columnspacing')?.startsWith('0em') === true;
  return {
    ...((align === 'left' || align === 'right') && { textAlign: align }),
    ...(close && { paddingInline: 0 }),
  };
}
