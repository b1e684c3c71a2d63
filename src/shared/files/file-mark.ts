/** Reasons for which a change of a file deserves a second look, the gravest first. */
export const everyFileMark = ['holds-secrets', 'runs-code', 'steers-agents', 'changes-ignored'] as const;

export type FileMark = (typeof everyFileMark)[number];
