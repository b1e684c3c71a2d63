/** Names, sums and paths in whose signs Markdown could see marks. */
export const literalTexts = [
  'costs ~3~5 minutes',
  'H~2~O and ~/code, ~10~20',
  'call __init__.py, obj.__proto__, __main__ and __DEV__',
  '2*3*4*5 = 120, and 2**3**2',
  '**/*.ts and src/**/*.test.ts',
  '*.ts, *.js (*.css)',
  'ls {*.ts,*.tsx} build/* dist/*',
  String.raw`C:\dev\new, \\server\share and \\d+`,
  'snake_case_name and a_b_',
  'const x = a * b * c;',
];

export const literalWords: readonly string[] = literalTexts.flatMap((text) => text.split(' '));

/** Ways for a line to stand in a Markdown text, each of which shows all of it. */
export const literalPlaces: readonly ((line: string) => string)[] = [
  (line) => `So: ${line}`,
  (line) => `# So: ${line}`,
  (line) => `Before.\n\n- one\n- So: ${line}\n`,
  (line) => `3. So: ${line}\n   and on`,
  (line) => `> So: ${line}`,
  (line) => `| a | b |\n| - | - |\n| So: ${line} | end |\n`,
  (line) => `First **bold words** here.\nThen: ${line}\nand an *end*.`,
];
