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

/** A theme whose colours are the kinds of code; the page gives them their colours. */
const codeTheme = {
  name: 'parley',
  type: 'light' as const,
  fg: 'ink',
  bg: 'ground',
  settings: scopes.map(([foreground, ...scope]) => ({ scope, settings: { foreground } })),
};

/** A longer line is data more often than code, and would take its time. */
const longestLine = 2_000;

export function createTokenizer(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [codeTheme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Finds the coloured spans of a piece of code. Loads the language's grammar if that is not done yet. */
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
    // A line that is given up in the middle would colour all that follow it wrongly.
    tokenizeTimeLimit: 0,
  });
  const found: number[] = [];
  for (const { content, color, offset } of lines.flat()) {
    const kind = codeKinds.findIndex((known) => known === color);
    if (kind >= 0 && content.trim() !== '') found.push(offset, offset + content.length, kind);
  }
  return Uint32Array.from(found);
}
