/** Kinds of code that have a colour. */
export const codeKinds = [
  'keyword',
  'string',
  'comment',
  'constant',
  'function',
  'inserted',
  'deleted',
] as const;

export type CodeKind = (typeof codeKinds)[number];

/** Three numbers a span: start and end in UTF-16 units, and the index of its kind. */
export type CodeSpans = Uint32Array<ArrayBuffer>;

export const noSpans: CodeSpans = new Uint32Array();
