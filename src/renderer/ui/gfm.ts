import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Processor } from 'unified';

declare module 'unified' {
  /** Where `remark-parse`, which `react-markdown` reads with, looks for extensions. */
  interface Data {
    micromarkExtensions?: ReturnType<typeof gfm>[];
    fromMarkdownExtensions?: ReturnType<typeof gfmFromMarkdown>[];
  }
}

/** GitHub's Markdown (tables, task lists, bare links, struck text), to be read by `fromMarkdown`. */
export const gfmOptions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

function read(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...gfmOptions.extensions];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), ...gfmOptions.mdastExtensions];
}

/** The same for a unified processor. It only reads: `remark-gfm` would bring what writes Markdown, too. */
export const gfmPlugins = [read];
