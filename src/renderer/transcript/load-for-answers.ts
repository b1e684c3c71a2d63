import { shortCount } from '../composer/actions/agent-button.tsx';

/** The kinds of Markdown that answers are mostly made of. */
const sample = `## Title

Text with **strong**, _slanted_ and \`code\` words, [a link](https://example.com) and https://example.com.

- one
- two

1. one

> said

| a | b |
| - | - |
| c | d |

\`\`\`ts
const a = 1;
\`\`\`
`;

/** Several times: a browser compiles a pattern on first use, and better on further use. */
async function readSample(): Promise<void> {
  const { readMarkdown } = await import('../../shared/markdown/read-markdown.ts');
  for (let times = 0; times < 4; times += 1) readMarkdown(sample);
}

/**
 * Loads what answers are shown with before the first one comes. A font that arrived in the middle of it would
 * cost a layout of everything.
 */
export async function loadForAnswers(): Promise<void> {
  // The number formatter is made on first use.
  shortCount(0);
  await Promise.all([
    document.fonts.load('1rem "JetBrains Mono Variable"'),
    import('../ui/highlight/code-painter.ts'),
    readSample(),
  ]);
}
