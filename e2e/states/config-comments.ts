import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Block } from '../../test/main/agents/model/anthropic-server.ts';
import { edit, write } from '../support/previews.ts';

export const questions = [
  {
    question: 'Where may a comment stand?',
    header: 'Place',
    options: [
      { label: 'On a line of its own', description: 'The least to explain' },
      { label: 'After a value too', description: 'As in most formats' },
    ],
    multiSelect: false,
  },
  {
    question: 'What should `#` mean inside a quoted value?',
    header: 'Quotes',
    options: [
      {
        label: 'Part of the value (Recommended)',
        description: 'As in TOML; quotes protect everything inside',
      },
      { label: 'Starts a comment', description: 'Simple to explain, but `"#fff"` needs a backslash' },
      { label: 'Refuse the line', description: 'An error with its line and column' },
    ],
    multiSelect: false,
  },
  {
    question: 'What should happen at a line that is wrong?',
    header: 'Errors',
    options: [
      { label: 'Stop at the first', description: 'As it does today' },
      { label: 'Report all of them', description: 'One list at the end' },
    ],
    multiSelect: false,
  },
];

/** The plan, too long for its card. */
export const plan = `Lines that begin with \`#\`, and everything after a \`#\` that stands outside quotes, are ignored. Files without comments parse exactly as they do today.

## Steps

1. **Read comments in the tokenizer.** One new state in \`src/tokenize.ts\`, left at the end of the line. Double-quoted values keep their \`#\`.
2. **Keep line numbers right.** A comment still counts as a line, so an error points at the line people see.
3. **Stop at the first error,** and say which quote was left open and where it began.
4. **Cover it with tests.** Eleven cases in \`test/comments.test.ts\`, among them a file of nothing but comments.
5. **Write it down** in \`README.md\` and \`CHANGELOG.md\`.

## What stays the same

- \`parse(text)\` and the types it returns.
- Speed: within 2 % on today’s benchmark.

## A file after the change

\`\`\`ini
# how many people at once
port  = 8080
color = "#fff"   # quoted, so it stays

# where the logs go
[log]
file  = "logs/today.txt"
level = info     # or debug
\`\`\`

## Cases

- A line that begins with \`#\`.
- A line that has blanks before its \`#\`.
- A value, then blanks, then \`#\`.
- A value and a \`#\` without a blank between them.
- A \`#\` in double quotes.
- A \`#\` in single quotes.
- A quote within the other kind of quotes.
- A quote that is left open.
- A key without a value, and then \`#\`.
- A file that is empty.
- A file of nothing but comments.

## Risks

- A value that has a \`#\` today without quotes is cut at it. The error says so, and the changelog does.
- A quote that is left open is an error now. Before, it was part of the value.

## Left out

- Comments over several lines.
- Keeping comments when a file is written.
- Another sign than \`#\`.
`;

const tokenizer = `import { ParseError } from './parse-error.ts';
import type { Token } from '../../src/cli/token/token.ts';

/** The characters that a key may have. */
const keyPattern = /^[a-z][a-z0-9_.-]*$/i;

/** What stands between a key and its value. */
const sign = "=";

/** Whether a line is blank. */
const isBlank = (line: string) => line.trim() === "";

/** Splits a text into keys and values, line by line. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];

  for (const [at, raw] of text.split("\\n").entries()) {
    const line = raw.trim();
    if (line === "") continue;
    tokens.push(readPair(line, at + 1));
  }
  return tokens;
}

/** Reads one line that has a key and a value. */
function readPair(line: string, number: number): Token {
  const at = line.indexOf(sign);
  const key = line.slice(0, at).trim();
  if (at < 0 || !keyPattern.test(key)) throw new ParseError(number);
  const value = line.slice(at + 1).trim();
  return { key, value, number };
}
`;

const parser = `import { tokenize } from './tokenize.ts';

export type Config = Map<string, string>;

/** Reads a whole file. */
export function parse(text: string): Config {
  const pairs = tokenize(text);
  return fromPairs(pairs);
}

function fromPairs(pairs: ReturnType<typeof tokenize>): Config {
  const config: Config = new Map();
  for (const { key, value } of pairs) {
    const known = config.get(key);
    if (known === value) continue;
    config.set(key, value);
  }
  return config;
}

export const empty = "";
`;

const withoutComment = `/** The line up to a # that stands outside quotes. */
function withoutComment(raw: string): string {
  let quote = "";
  for (const [i, c] of [...raw].entries()) {
    if (quote) quote = c === quote ? "" : quote;
    else if (c === "'" || c === '"') quote = c;
    else if (c === "#") return raw.slice(0, i).trim();
  }
  return raw.trim();
}
`;

const tests = `import { expect, test } from "vitest";
import { parse } from "../src/parse.ts";

test("a # in quotes is part of the value", () => {
  const config = parse('color = "#fff" # white');
  expect(config.get("color")).toBe('"#fff"');
});

test.todo("a file of nothing but comments");
`;

/** A program that prints what a watching test run does, and goes on. */
const watching = `const [green, red, bold, end] = [32, 31, 1, 0].map((code) => "\\x1b[" + code + "m");
for (let at = 1; at <= 21; at += 1) console.log(green + "ok" + end + "    case " + at);
console.log(green + "ok" + end + "    reads key and value");
console.log(green + "ok" + end + "    the last of equal keys wins");
console.log(red + "FAIL  keeps # inside quotes" + end);
console.log('      expected "#fff", got ""');
console.log(bold + "23 passed, 1 failed" + end + ", waiting for changes");
setInterval(() => {}, 60_000);
`;

/** Puts the files that the agent reads and changes into the sample project, which is on a branch. */
export function writeParser(workspaceDir: string, branch: string): void {
  const files = {
    'src/tokenize.ts': tokenizer,
    'src/parse.ts': parser,
    'src/parse-error.ts': 'export class ParseError extends Error {}\n',
    'test/watch.js': watching,
    'package.json': `${JSON.stringify({ name: 'tiny-parser', scripts: { test: 'node test/watch.js' } })}\n`,
    'src/token.ts': 'export type Token = { key: string; value: string; number: number };\n',
    '.git/HEAD': `ref: refs/heads/${branch}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspaceDir, path)), { recursive: true });
    writeFileSync(join(workspaceDir, path), text);
  }
}

/** The agent's list of steps, and tests that it keeps running in the background. */
export const watched: readonly Block[] = [
  {
    type: 'tool_use',
    id: 'steps',
    name: 'todo',
    input: {
      items: [
        { text: 'Read comments in the tokenizer', status: 'completed' },
        { text: 'Keep line numbers right', status: 'completed' },
        { text: 'Stop at the first error', status: 'completed' },
        { text: 'Cover it with tests', status: 'in_progress' },
        { text: 'Write it down', status: 'pending' },
      ],
    },
  },
  {
    type: 'tool_use',
    id: 'watch',
    name: 'run_command',
    input: { command: 'npm test -- --watch', background: true },
  },
];

export const exploring: readonly Block[] = [
  'src/tokenize.ts',
  'src/parse.ts',
  'src/token.ts',
  'src/parse-error.ts',
].map((path, index) => ({ type: 'tool_use', id: `read-${index}`, name: 'read_file', input: { path } }));

/** The first small change: two files. */
export const begun: readonly Block[] = [
  edit(
    'begin-1',
    'src/token.ts',
    'export type Token =',
    '/** A key with its value, and the line that it stands on. */\nexport type Token =',
  ),
  edit(
    'begin-2',
    'src/parse-error.ts',
    'export class ParseError extends Error {}',
    'export class ParseError extends Error {\n  constructor(readonly line: number) {\n    super(`Line ${line} is no pair.`);\n  }\n}',
  ),
];

/** The change of three files that is reviewed. */
export const changes: readonly Block[] = [
  {
    type: 'tool_use',
    id: 'change-1',
    name: 'edit_file',
    input: {
      path: 'src/tokenize.ts',
      edits: [
        {
          oldText: '    const line = raw.trim();\n    if (line === "") continue;\n',
          newText:
            '    const line = withoutComment(raw);\n    if (line === "") continue; // blank, or only a comment\n',
        },
        {
          oldText: '  return { key, value, number };\n}\n',
          newText: `  return { key, value, number };\n}\n${withoutComment}`,
        },
      ],
    },
  },
  {
    type: 'tool_use',
    id: 'change-2',
    name: 'edit_file',
    input: {
      path: 'src/parse.ts',
      edits: [
        { oldText: 'tokenize(text);', newText: 'tokenize(text, { comments: true });' },
        { oldText: 'export const empty = "";', newText: "export const empty = '';" },
      ],
    },
  },
  write('change-3', 'test/comments.test.ts', tests),
];
