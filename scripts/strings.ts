import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

/** A text that a person reads or hears, with the line it begins on; what is filled in stands as `{…}`. */
export type Sentence = { line: number; text: string };

type Node = { type: string; start: number } & Record<string, unknown>;

/** Attributes and properties whose texts are for machines. */
const forMachines =
  /^(className|type|role|key|id|d|viewBox|href|rel|look|size|part|kind|name|status|data-.*|aria-(?!label|description|placeholder|roledescription|valuetext).*|autoComplete|inputMode|fill.*|stroke.*|part|layout|src|dir|lang|list|popover|reachedBy|command|code|event|mode|tool|toolName|setting|weight|source)$/;

/** Properties of an element or of data whose texts a person reads, also where they are one word. */
const forPeople =
  /^(label|title|about|hint|words|text|message|problem|placeholder|aria-label|alt|action|submitLabel|all|group|what|kept|todo|detail|question|header|description|intro|aside|answer|name|body|heading)$/;

/** Calls whose texts nobody reads in the app: of tests, styles, patterns and errors of ours. */
const machineCalls =
  /^(useView|querySelector(All)?|closest|matches|matchMedia|prepare|exec|addEventListener|RegExp|startsWith|endsWith|includes|split|getAttribute|setAttribute|toggleAttribute|import|lazyValue|createElement)$/;

/** Returns the texts for people in a source file, in its order. */
export function sentencesIn(path: string, source: string): Sentence[] {
  return textsIn(parseSync(path, source).program, false).map(({ start, text }) => ({
    line: source.slice(0, start).split('\n').length,
    text,
  }));
}

type Found = { start: number; text: string };

/** `isForPeople` is true for what stands where only words for people do. */
function textsIn(value: unknown, isForPeople: boolean): Found[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, isForPeople));
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSTypeAnnotation':
    case 'TSInterfaceDeclaration':
    case 'TSTypeParameterInstantiation':
    case 'ThrowStatement':
      return [];
    case 'JSXText':
      return found(value, textAt(value, 'value'), true);
    case 'Literal':
      return found(value, textAt(value, 'value'), isForPeople);
    case 'TemplateLiteral':
      return inTemplate(value, isForPeople);
    case 'JSXAttribute':
      return inNamed(textAt(value, 'name', 'name'), value['value']);
    case 'Property':
      return inNamed(textAt(value, 'key', 'name') || textAt(value, 'key', 'value'), value['value']);
    case 'CallExpression':
      return inCall(value);
    case 'JSXExpressionContainer':
      return textsIn(value['expression'], true);
    case 'ConditionalExpression':
      return [value['test'], value['consequent'], value['alternate']].flatMap((part, index) =>
        textsIn(part, index > 0 && isForPeople),
      );
    case 'BinaryExpression':
      return value['operator'] === '+' ? inChildren(value, isForPeople) : [];
    case 'SwitchCase':
      return textsIn(value['consequent'], isForPeople);
    default:
      return inChildren(value, false);
  }
}

function found({ start }: Node, text: string, isForPeople: boolean): Found[] {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (/^(\{…\}-\w+|[A-Z_]{3,})$/.test(plain)) return [];
  const isWords = isForPeople ? /\p{L}{2}/u.test(plain) : readsLikeWords(plain);
  return isWords ? [{ start, text: plain }] : [];
}

function inTemplate(node: Node, isForPeople: boolean): Found[] {
  const text = nodes(node['quasis']).map((quasi) => textAt(quasi, 'value', 'cooked'));
  return [...found(node, text.join('{…}'), isForPeople), ...textsIn(node['expressions'], false)];
}

/** Texts of an attribute or a property with a name. */
function inNamed(name: string, value: unknown): Found[] {
  const isForPeople = forPeople.test(name);
  if (forMachines.test(name) && !isForPeople) return [];
  return textsIn(value, isForPeople && isText(value));
}

function inCall(node: Node): Found[] {
  const name = textAt(node, 'callee', 'name') || textAt(node, 'callee', 'property', 'name');
  if (!machineCalls.test(name)) return inChildren(node, false);
  return textsIn(
    nodes(node['arguments']).filter((argument) => !isText(argument)),
    false,
  );
}

function inChildren(node: Node, isForPeople: boolean): Found[] {
  return Object.values(node).flatMap((child) => textsIn(child, isForPeople));
}

/** True for words somebody would say: a capital first and a space, or the end of a sentence. */
function readsLikeWords(text: string): boolean {
  if (/[;{]\s|:\s*$|=>|^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE)\b/.test(text.replaceAll('{…}', '')))
    return false;
  return (
    /^[“"‘(]?(\{…\}.*\s)?\p{Lu}[\p{L}’']*([ ,.…?!]|$)/u.test(text) || /[\p{L}}] .*[\p{L}}][.…?!]$/u.test(text)
  );
}

function isText(value: unknown): boolean {
  return (
    isNode(value) &&
    ['Literal', 'TemplateLiteral', 'JSXExpressionContainer', 'ConditionalExpression'].includes(value.type)
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The text at the end of a path of properties; empty where there is none. */
function textAt(value: unknown, ...path: string[]): string {
  const end = path.reduce<unknown>((inner, name) => record(inner)[name], value);
  return typeof end === 'string' ? end : '';
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Folders of main and shared whose texts are for models, or for both in the words of a tool. */
const forModels = [
  'src/main/tools/',
  'src/main/agents/model/instructions.ts',
  'src/main/agents/model/providers/',
  'test/main/',
  'src/main/storage/migrations/',
  'src/shared/dialects/',
  'test/renderer/',
  'gallery/',
];

/** Returns the texts for people of each source file, by its path. */
export function allSentences(): Map<string, Sentence[]> {
  const root = join(import.meta.dirname, '..');
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('.test.') && !forModels.some((folder) => path.startsWith(folder)))
    .toSorted();
  return new Map(files.map((path) => [path, sentencesIn(path, readFileSync(join(root, path), 'utf8'))]));
}

function print(): void {
  const files = [...allSentences()];
  let count = 0;
  for (const [path, sentences] of files) {
    if (sentences.length === 0) continue;
    count += sentences.length;
    console.log(`\n${path}`);
    for (const { line, text } of sentences) console.log(`${String(line).padStart(5)}  ${text}`);
  }
  console.log(`\n${count} texts in ${files.length} files`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) print();
