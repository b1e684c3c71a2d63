import type { CodeKind } from './code-spans.ts';

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
export const codeTheme = {
  name: 'parley',
  type: 'light' as const,
  fg: 'ink',
  bg: 'ground',
  settings: scopes.map(([foreground, ...scope]) => ({ scope, settings: { foreground } })),
};
