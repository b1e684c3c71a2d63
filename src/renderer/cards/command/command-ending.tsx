import type { ReactNode } from 'react';
import { inOneLine } from '../../../shared/blank-runs.ts';
import type { CommandRun } from '../../../shared/transcript/command-run.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { CardLine } from '../card-frame.tsx';
import {
  type AllowedBy,
  allowedWords,
  commandNotes,
  endingWords,
  hasFailed,
  ranFor,
} from './command-words.ts';

type EndingProps = { run: CommandRun; ending: NonNullable<CommandRun['ending']> };

/** The end of a command in a word or two. */
export function Ending({ run, ending }: EndingProps) {
  return <span className={hasFailed(ending) ? 'text-danger' : ''}>{endingWords(ending, run)}</span>;
}

/** A card that has ended as a line: the command, how it ended and how long it took. */
export function endedLine(
  run: CommandRun,
  ending: NonNullable<CommandRun['ending']>,
  allowed: AllowedBy | null,
  actions: ReactNode,
): CardLine {
  const time = ranFor(run);
  const byRule = allowed === 'rule';
  const words = [time, allowed === null || byRule ? null : allowedWords(allowed)]
    .filter((word) => word !== null)
    .join(' · ');
  const notes = commandNotes(run).join('. ');
  return {
    what: (
      <>
        {byRule ? 'Ran ' : null}
        <code className="font-mono text-code font-medium" dir="ltr">
          <VisibleText text={inOneLine(run.line)} layout="line" />
        </code>
        {byRule ? ', allowed by your rule' : null}
      </>
    ),
    from: (
      <>
        <Ending run={run} ending={ending} />
        {words === '' ? '' : ` · ${words}`}
        {notes === '' ? '' : ` · ${notes}`}
      </>
    ),
    whole: [inOneLine(run.line), endingWords(ending, run), words, notes]
      .filter((word) => word !== '')
      .join(' · '),
    actions,
  };
}
