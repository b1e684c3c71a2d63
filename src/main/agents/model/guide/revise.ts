import { escapeLineStart, literalLine } from '../../../../shared/literal-markdown.ts';
import { editedLine } from '../../../previews/plans/plan-handler.ts';
import { inShort, quoteInMarkdown } from './answered-text.ts';
import { wantsItShort } from './topic.ts';

/** A remark of the person's on a plan: on what begins with `quote`, else on all that stands under `heading`. */
type Remark = { heading: string; quote: string; text: string };

/** The steps of a plan after the person's remarks, and a line for each remark that says what came of it. */
export type Revision = { steps: string[]; changes: string[] };

/**
 * Works everything that was sent back with a plan into its steps, oldest first. A remark can drop a step, put
 * it first, cut the plan short or add a step; any other one becomes part of the step it stands on.
 */
export function revise(steps: readonly string[], feedback: readonly string[]): Revision {
  return feedback.flatMap(remarksIn).reduce<Revision>(afterRemark, { steps: [...steps], changes: [] });
}

const lineOfRemark = /^- (?:“([^”]*)”: )?([^]*)$/;

/** Parses what a plan was sent back with: remarks in groups under headings, and lines that the person edited. */
function remarksIn(feedback: string): Remark[] {
  const [notes = '', diff = ''] = feedback.split(`${editedLine}\n`);
  let heading = '';
  const remarks = notes.split(/\n(?=- |## )/).flatMap((part): Remark[] => {
    const text = part.trim();
    if (text.startsWith('## ')) heading = text.slice(3);
    const [, quote = '', said = ''] = lineOfRemark.exec(text) ?? [];
    return said === '' ? [] : [{ heading, quote, text: said.replace(/\n {2}/g, '\n') }];
  });
  return [...remarks, ...editsIn(diff)];
}

/** Edited lines as remarks: a line that went is a step to drop, one that came a step to add. */
function editsIn(diff: string): Remark[] {
  const lines = diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
  const texts = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) =>
        line
          .slice(1)
          .replace(/^\d+\. /, '')
          .trim(),
      );
  const went = texts('-').filter((text) => text !== '' && !texts('+').includes(text));
  const came = texts('+').filter((text) => text !== '' && !texts('-').includes(text));
  return [
    ...went.map((quote) => ({ heading: 'Steps', quote, text: 'Remove' })),
    ...came.map((text) => ({ heading: 'Steps', quote: '', text: `Add: ${text}` })),
  ];
}

const drops =
  /^\W*(?:please\s+)?(?:drop|remove|delete|skip|leave (?:this |it |that )?out|cut|no need|not needed|without)\b/i;
const movesUp = /\b(?:do|put|make) (?:this|it|that) first\b|^\W*first\W*$/i;
const adds = /^\W*(?:please\s+)?(?:add|also|include|mention)\b[\s:,]*/i;

function afterRemark({ steps, changes }: Revision, { quote, text }: Remark): Revision {
  const at = quote === '' ? -1 : steps.findIndex((step) => isQuoted(step, quote));
  const step = steps[at];
  const said = quoteInMarkdown(inShort(text, 120));
  const done = (next: string[], change: string) => ({
    steps: next,
    changes: [...changes, `${said}: ${change}`],
  });
  if (step !== undefined && drops.test(text)) return done(steps.toSpliced(at, 1), 'I dropped that step.');
  if (step !== undefined && movesUp.test(text))
    return done([step, ...steps.toSpliced(at, 1)], 'that step comes first now.');
  if (step === undefined && wantsItShort(text) && steps.length > 3)
    return done(steps.slice(0, 3), 'I kept the three steps that matter most.');
  if (adds.test(text)) {
    const added = sentence(text.replace(adds, ''));
    const next = at < 0 ? [...steps, added] : steps.toSpliced(at + 1, 0, added);
    return done(next, 'it is a step of its own now.');
  }
  if (step !== undefined) return done(steps.with(at, `${step} ${sentence(text)}`), 'that step says so now.');
  return done([...steps, `Look over all of it once more: ${sentence(text)}`], 'the last step sees to it.');
}

/** True for a step that a quote is the beginning of, which shows no marks of Markdown. */
function isQuoted(step: string, quote: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/[`*_\\…]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const begin = plain(quote).replace(/^\d+\. /, '');
  return begin !== '' && (plain(step).startsWith(begin) || begin.startsWith(plain(step)));
}

function sentence(text: string): string {
  const line = inShort(text, 300);
  const begun = line.charAt(0).toUpperCase() + line.slice(1);
  return escapeLineStart(literalLine(/[.!?…]$/.test(begun) ? begun : `${begun}.`));
}
