import { shortCount } from '../composer/actions/agent-button.tsx';

/** Markdown of every kind that answers are mostly made of. */
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

/** Reads the sample a few times: a browser compiles a pattern when it is used, and again when it is used more. */
async function readSample(): Promise<void> {
  const { readMarkdown } = await import('../../shared/markdown/read-markdown.ts');
  for (let times = 0; times < 4; times += 1) readMarkdown(sample);
}

/**
 * Loads what answers are shown with ahead of the first. A face that came in the middle of it would have all of it
 * laid out anew.
 */
export async function loadForAnswers(): Promise<void> {
  // The browser's formatter of numbers is made with the first one.
  shortCount(0);
  await Promise.all([
    document.fonts.load('1rem "JetBrains Mono Variable"'),
    import('../ui/highlight/code-painter.ts'),
    readSample(),
  ]);
}
