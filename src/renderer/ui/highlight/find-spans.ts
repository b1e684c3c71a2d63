import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { type CodeSpans, codeKinds } from './code-spans.ts';
import { codeTheme } from './code-theme.ts';
import { grammars } from './grammars.ts';
import type { LanguageId } from './languages.ts';

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
