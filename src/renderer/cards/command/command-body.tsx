import { Folder, Shield, ShieldOff } from 'lucide-react';
import type { CommandOutput, CommandRun } from '../../../shared/transcript/command-run.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { commandNotes, confinementWords } from './command-words.ts';
import { OutputLines } from './output-lines.tsx';

type CommandBodyProps = {
  run: CommandRun;
  /** Output of a running command; null before its first. */
  output: CommandOutput | null;
  /** Name of the chat's folder. */
  folder: string;
  onShowAll(): void;
};

/** A command with its last lines, where it runs and what is to be said about it. */
export function CommandBody({ run, output, folder, onShowAll }: CommandBodyProps) {
  const { tail, lines } = run.ending === null ? (output ?? run) : run;
  const earlier = lines - tail.length;
  return (
    <>
      <div className="mx-4 rounded-control bg-well px-3.5 py-2.5">
        <pre
          dir="ltr"
          tabIndex={0}
          role="group"
          aria-label="Command"
          className="output max-h-40 overflow-auto text-ink focus-visible:-outline-offset-2"
        >
          <span aria-hidden className="text-tertiary select-none">
            ${' '}
          </span>
          <span className="text-ink">
            <VisibleText text={run.line} countBlanks />
          </span>
        </pre>
        {lines > 0 && (
          <pre
            dir="ltr"
            tabIndex={0}
            role="group"
            aria-label="Output"
            className="output mt-2 max-h-80 overflow-auto border-t border-hairline pt-2 focus-visible:-outline-offset-2"
          >
            {earlier > 0 && (
              <span className="text-tertiary">
                {earlier === 1 ? '1 earlier line' : `${earlier.toLocaleString('en')} earlier lines`}
                {'\n'}
              </span>
            )}
            <OutputLines lines={tail} />
          </pre>
        )}
      </div>
      <Facts run={run} folder={folder} more={earlier > 0} onShowAll={onShowAll} />
    </>
  );
}

type FactsProps = { run: CommandRun; folder: string; more: boolean; onShowAll(): void };

function Facts({ run, folder, more, onShowAll }: FactsProps) {
  const isConfined = run.confinement === 'confined';
  const Mark = isConfined ? Shield : ShieldOff;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-2 text-small text-tertiary [&_svg]:size-3.25 [&_svg]:shrink-0">
      <span className="inline-flex min-w-0 items-center gap-1.25 wrap-anywhere">
        <Folder aria-hidden />
        <VisibleText text={run.folder === '' ? folder : `${folder}/${run.folder}`} layout="line" />
      </span>
      <span className="inline-flex items-center gap-1.25">
        <Mark aria-hidden />
        {confinementWords(run)}
      </span>
      {commandNotes(run).map((note) => (
        <span key={note} className="min-w-0 text-secondary wrap-anywhere">
          <VisibleText text={note} layout="line" />
        </span>
      ))}
      {more && (
        <Button look="quiet" className="ms-auto -me-2.5" onClick={onShowAll}>
          Show all
        </Button>
      )}
    </div>
  );
}
