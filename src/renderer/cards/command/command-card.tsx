import { Folder, Shield, ShieldOff, Square, SquareTerminal } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { inOneLine } from '../../../shared/blank-runs.ts';
import { unaskedText } from '../../../shared/permissions/request-text.ts';
import type { CommandOutput, CommandRun } from '../../../shared/transcript/command-run.ts';
import { ActivityMark } from '../../ui/activity-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFrame, type CardLine } from '../card-frame.tsx';
import type { CardStore } from '../store/card-store.ts';
import { isCollapsed, isSending } from '../store/card-kind.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { commandCardKind, type StartedPart } from './command-card-kind.ts';
import {
  type AllowedBy,
  allowedText,
  commandNotes,
  confinedText,
  endingText,
  hasFailed,
  inSeconds,
  isUnasked,
  ranFor,
} from './command-text.ts';
import { OutputTail } from './output-lines.tsx';

type CommandCardProps = {
  part: StartedPart;
  /** Number of the card among those of the same command. */
  nth: number;
  /** Output of a running command; null before its first. */
  output: CommandOutput | null;
  store: CardStore;
  folder: string;
  /** How it was allowed; null if nobody was asked. */
  allowed: AllowedBy | null;
  /** Removes the rule or choice that allowed it, or was made with it; undefined if there is none. */
  onUndoRule?: () => void;
  onShowAll(): void;
  /** Returns the command and all of its output as text. */
  wholeText(): Promise<string>;
  /** Takes the focus that was on what went away; false where it stays in the card. */
  onDecided(): boolean;
};

/** A command in the chat: its last lines as they come, and a line when it has ended. */
export function CommandCard(props: CommandCardProps) {
  const { part, nth, output, store, folder, allowed, onUndoRule, onShowAll, wholeText, onDecided } = props;
  const { run, toolCallId } = part;
  const { ending } = run;
  const { card, intents } = useCard(store, commandCardKind, part);
  const ended = ending !== null;
  const { collapseButton } = useSettling({ deciding: false, ended, intents, onDecided });
  const undoRule =
    onUndoRule === undefined ? null : (
      <Button look="quiet" className="text-ink" onClick={onUndoRule}>
        {allowed === 'confined' ? 'Ask again here' : 'Undo rule'}
      </Button>
    );
  const title = ended ? 'Ran a command' : 'Run a command';
  return (
    <CardFrame
      name={`Command: ${inOneLine(run.line)}${nth > 1 ? `, run ${nth}` : ''}`}
      toolCallId={toolCallId}
      icon={<SquareTerminal aria-hidden />}
      title={title}
      status={ended ? <Ending run={run} ending={ending} /> : <Working />}
      meta={<Meta {...{ run, allowed }} />}
      waiting={false}
      endedAt={part.span?.endedAt}
      calling={false}
      collapsed={isCollapsed(card, ended)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      line={ended ? endedLine({ run, ending, allowed, folder, actions: undoRule }) : undefined}
      actions={
        <>
          {ended && !isCollapsed(card, ended) ? undoRule : null}
          <CopyButton text={wholeText} />
          {ended ? null : (
            <IconButton
              label="Stop command"
              disabled={isSending(card)}
              icon={<Square aria-hidden />}
              onClick={intents.stop}
            />
          )}
        </>
      }
      summary={card.failure === null ? null : <Failure text={card.failure} />}
      flush
    >
      <CommandBody {...{ run, output, folder, onShowAll }} />
    </CardFrame>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <div className="px-4 pb-2">
      <ProblemLine>{text}</ProblemLine>
    </div>
  );
}

function Working() {
  return (
    <span className="inline-flex items-center gap-1.5">
      <ActivityMark />
      Working
    </span>
  );
}

function Meta({ run, allowed }: { run: CommandRun; allowed: AllowedBy | null }) {
  return (
    <>
      {allowed === null ? null : `${allowedText[allowed]} · `}
      {run.ending === null ? <Elapsed since={run.startedAt} /> : ranFor(run)}
    </>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return inSeconds(Math.max(0, now - since));
}

type CommandBodyProps = {
  run: CommandRun;
  /** Output of a running command; null before its first. */
  output: CommandOutput | null;
  /** Name of the chat's folder. */
  folder: string;
  onShowAll(): void;
};

function CommandBody({ run, output, folder, onShowAll }: CommandBodyProps) {
  const shown: CommandRun = run.ending === null ? { ...run, ...output } : run;
  const { tail, lines } = shown;
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
        <OutputTail {...{ tail, lines }} className="mt-2 border-t border-hairline pt-2" />
      </div>
      <Facts run={shown} folder={folder} more={earlier > 0} onShowAll={onShowAll} />
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
        {confinedText(run)}
      </span>
      {commandNotes(run).map((note) => (
        <span key={note} className="min-w-0 text-secondary wrap-anywhere">
          <VisibleText text={note} layout="line" />
        </span>
      ))}
      {run.bytesFile !== undefined && (
        <span className="min-w-0 wrap-anywhere">
          Its bytes are in <VisibleText text={run.bytesFile} layout="line" />
        </span>
      )}
      {more && (
        <Button look="quiet" className="ms-auto -me-2.5" onClick={onShowAll}>
          Show all
        </Button>
      )}
    </div>
  );
}

type EndingProps = { run: CommandRun; ending: NonNullable<CommandRun['ending']> };

function Ending({ run, ending }: EndingProps) {
  return <span className={hasFailed(ending) ? 'text-danger' : ''}>{endingText(ending, run)}</span>;
}

type EndedLine = EndingProps & { allowed: AllowedBy | null; folder: string; actions: ReactNode };

/** The line of an ended command: the command, how it ended and how long it took. */
function endedLine({ run, ending, allowed, folder, actions }: EndedLine): CardLine {
  const time = ranFor(run);
  const unasked = isUnasked(allowed) ? unaskedText(allowed, folder) : null;
  const words = [time, allowed === null || unasked !== null ? null : allowedText[allowed]]
    .filter((word) => word !== null)
    .join(' · ');
  const notes = commandNotes(run).join('. ');
  return {
    what: (
      <>
        {unasked === null ? null : 'Ran '}
        <code className="font-mono text-code font-medium" dir="ltr">
          <VisibleText text={inOneLine(run.line)} layout="line" />
        </code>
        {unasked}
      </>
    ),
    from: (
      <>
        <Ending run={run} ending={ending} />
        {words === '' ? '' : ` · ${words}`}
        {notes === '' ? '' : ` · ${notes}`}
      </>
    ),
    whole: [inOneLine(run.line), endingText(ending, run), words, notes]
      .filter((word) => word !== '')
      .join(' · '),
    actions,
  };
}
