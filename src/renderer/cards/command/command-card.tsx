import { Square, SquareTerminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { inOneLine } from '../../../shared/blank-runs.ts';
import type { CommandOutput, CommandRun } from '../../../shared/transcript/command-run.ts';
import { ActivityMark } from '../../ui/activity-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { CardFrame } from '../card-frame.tsx';
import { isCollapsed, isSending } from '../store/card-kind.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { commandCardKind, type StartedPart } from './command-card-kind.ts';
import { type AllowedBy, allowedWords, inSeconds, ranFor } from './command-words.ts';
import { CommandBody } from './command-body.tsx';
import { Ending, endedLine } from './command-ending.tsx';

type CommandCardProps = {
  part: StartedPart;
  /** Number of it among the commands of the same line. */
  nth: number;
  /** Output of a running command; null before its first. */
  output: CommandOutput | null;
  store: CardStore;
  /** Name of the chat's folder. */
  folder: string;
  /** The way it was allowed; null where nobody was asked. */
  allowed: AllowedBy | null;
  /** Removes the rule that allowed it, or was made with it; left out where there is none any more. */
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
        Undo rule
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
      calling={false}
      collapsed={isCollapsed(card, ended)}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      line={ended ? endedLine(run, ending, allowed, undoRule) : undefined}
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
      {allowed === null ? null : `${allowedWords(allowed)} · `}
      {run.ending === null ? <Elapsed since={run.startedAt} /> : ranFor(run)}
    </>
  );
}

/** Counts the time since a command began, in whole seconds. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return inSeconds(Math.max(0, now - since));
}
