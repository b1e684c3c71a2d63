import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { type CodeKind, codeKinds, type CodeSpans } from './code-spans.ts';
import { grammars } from './grammars.ts';
import type { LanguageId } from './languages.ts';

/** TextMate scopes of each kind of code; `ink` for the rest. */
const scopes: readonly [kind: CodeKind | 'ink', ...scopes: string[]][] = [
  ['comment', 'comment', 'punctuation.definition.comment'],
  ['string', 'string', 'markup.inline.raw', 'markup.fenced_code', 'constant.other.symbol'],
  [
    'ink',
    'meta.template.expression',
    'meta.embedded',
    'meta.interpolation',
    'string.unquoted.plain.out.yaml',
  ],
  ['keyword', 'keyword', 'storage', 'entity.name.tag', 'markup.heading', 'entity.name.section'],
  ['ink', 'keyword.operator', 'storage.type.function.arrow', 'punctuation'],
  [
    'keyword',
    'keyword.operator.new',
    'keyword.operator.expression',
    'keyword.operator.word',
    'keyword.operator.logical.python',
  ],
  ['string', 'punctuation.definition.string'],
  [
    'constant',
    'constant.numeric',
    'constant.language',
    'constant.character.escape',
    'support.constant',
    'keyword.other.unit',
  ],
  [
    'function',
    'entity.name.function',
    'support.function',
    'entity.other.attribute-name',
    'support.type.property-name',
  ],
  [
    'function',
    'entity.name.type',
    'entity.name.class',
    'support.type',
    'support.class',
    'variable.other.env',
  ],
  ['inserted', 'markup.inserted', 'punctuation.definition.inserted'],
  ['deleted', 'markup.deleted', 'punctuation.definition.deleted'],
];

/** A theme whose "colours" are the kinds of code; the page's style sheet gives them real ones. */
const codeTheme = {
  name: 'parley',
  type: 'light' as const,
  fg: 'ink',
  bg: 'ground',
  settings: scopes.map(([foreground, ...scope]) => ({ scope, settings: { foreground } })),
};

/** A longer line is usually data, and slow. */
const longestLine = 2_000;

export function createTokenizer(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [codeTheme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Returns the coloured spans of a piece of code; loads the language's grammar if needed. */
export async function findSpans(
  tokenizer: HighlighterCore,
  code: string,
  language: LanguageId,
): Promise<CodeSpans> {
  await tokenizer.loadLanguage(grammars[language]);
  const lines = tokenizer.codeToTokensBase(code, {
    lang: language,
    theme: codeTheme.name,
    tokenizeMaxLineLength: longestLine,
    // No limit: a line that is given up half way would colour all following ones wrongly.
    tokenizeTimeLimit: 0,
  });
  const found: number[] = [];
  for (const { content, color, offset } of lines.flat()) {
    const kind = codeKinds.findIndex((known) => known === color);
    if (kind >= 0 && content.trim() !== '') found.push(offset, offset + content.length, kind);
  }
  return Uint32Array.from(found);
}
