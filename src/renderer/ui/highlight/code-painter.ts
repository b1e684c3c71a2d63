import { type CodeSpans, noSpans } from './code-spans.ts';
import type { Highlighter } from './highlighter.ts';
import type { LanguageId } from './languages.ts';
import { canPaint, paintCode } from './paint-code.ts';

/** Pause between two looks at code that is being written, in milliseconds. */
const pause = 250;

/** Longer code gets its colours when it is finished. */
const longestWritten = 20_000;

/** Code of a language, as far as it is written while it is `unfinished`. */
type WrittenCode = { code: string; language: LanguageId; unfinished: boolean };

export type CodePainter = {
  /** Colours code; only its whole lines while it is unfinished. */
  show(written: WrittenCode): void;
  /** Removes all colours. */
  end(): void;
};

/** Colours one block of code while it is written and afterwards; `textOf` returns the node that holds it now. */
export function createCodePainter(highlighter: Highlighter, textOf: () => Text | null): CodePainter {
  if (!canPaint()) return { show() {}, end() {} };
  let latest: WrittenCode | undefined;
  let asked = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;
  const colours = createColours();
  let ended = false;

  async function colour(code: string, { language, unfinished }: WrittenCode): Promise<void> {
    if (code === asked) return;
    asked = code;
    looking = true;
    const spans = await highlighter.spansOf(code, language, !unfinished);
    looking = false;
    const text = textOf();
    if (!ended && asked === code && text?.data.startsWith(code) === true) colours.paint(text, spans);
    if (!ended && latest?.unfinished === true) lookSoon();
  }

  /** One look at a time: on a busy machine a look takes longer than the pause, and the next would make it vain. */
  function lookSoon(): void {
    if (latest === undefined || looking || latest.code.length > longestWritten) return;
    if (wholeLines(latest) !== asked) timer ??= setTimeout(look, pause);
  }

  function look(): void {
    timer = undefined;
    if (latest !== undefined) void colour(wholeLines(latest), latest);
  }

  return {
    show(written) {
      const { code, language, unfinished } = written;
      if (latest !== undefined && latest.language !== language) {
        asked = '';
        colours.clear();
      }
      latest = written;
      if (!unfinished) {
        clearTimeout(timer);
        timer = undefined;
        void colour(code, written);
      } else lookSoon();
    },
    end() {
      ended = true;
      clearTimeout(timer);
      colours.clear();
    },
  };
}

/** The colours of one text that grows at its end. */
function createColours(): { paint(text: Text, spans: CodeSpans): void; clear(): void } {
  let painted: { spans: CodeSpans; undo: (() => void)[] } = { spans: noSpans, undo: [] };

  function clear(): void {
    for (const undo of painted.undo) undo();
    painted = { spans: noSpans, undo: [] };
  }

  return {
    paint(text, spans) {
      if (painted.spans.some((part, index) => spans[index] !== part)) clear();
      painted.undo.push(paintCode([{ text, from: 0 }], spans.subarray(painted.spans.length)));
      painted.spans = spans;
    },
    clear,
  };
}

function wholeLines({ code }: WrittenCode): string {
  return code.slice(0, code.lastIndexOf('\n') + 1);
}
