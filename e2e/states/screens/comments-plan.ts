/** The questions before the plan. */
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
