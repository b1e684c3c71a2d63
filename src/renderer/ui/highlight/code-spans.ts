/** Kinds of code that have a colour of their own. */
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

/** Three numbers a span: where it starts and ends in the code, in UTF-16 units, and its kind's index. */
export type CodeSpans = Uint32Array<ArrayBuffer>;

export const noSpans: CodeSpans = new Uint32Array();
