import { SquareTerminal } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { CommandRun, OutputLine, OutputPage } from '../../shared/transcript/command-run.ts';
import { OutputText } from '../cards/command/output-lines.tsx';
import { useParley, useParleyState } from '../parley-context.tsx';
import { leftOutText, readOutput, watchOutput, wholeOutput } from '../state/command-output.ts';
import { closePane } from '../state/view-store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { PaneHead } from './pane-head.tsx';
import { toolPartOfCall } from './tool-part-of-call.ts';

type OutputPaneProps = { workspaceId: WorkspaceId; toolCallId: ToolCallId };

/** The output of a command of the open chat; closes with its chat. */
export function OutputPane({ workspaceId, toolCallId }: OutputPaneProps) {
  const { view } = useParley();
  const run = useParleyState((state) => {
    const part = toolPartOfCall(state, workspaceId, toolCallId);
    return part?.kind === 'run' ? part.run : null;
  });
  const isGone = run === null;
  useEffect(() => {
    if (isGone) closePane(view);
  }, [isGone, view]);
  return run === null ? null : <WholeOutput {...{ workspaceId, toolCallId, run }} />;
}

/** All that is kept of a command's output; of one that runs, as it grows. */
function WholeOutput({ workspaceId, toolCallId, run }: OutputPaneProps & { run: CommandRun }) {
  const { companion } = useParley();
  const { lines, failed } = useOutput(workspaceId, toolCallId, run.ending === null);
  const { list, onScroll } = useEnd(lines.length);
  const about = `${lines.length.toLocaleString('en')} ${lines.length === 1 ? 'line' : 'lines'}`;
  return (
    <>
      <PaneHead
        title={run.line}
        icon={<SquareTerminal aria-hidden />}
        about={<span className="tabular-nums">{about}</span>}
      >
        <CopyButton label="Copy output" text={() => wholeOutput(companion, { workspaceId, toolCallId })} />
      </PaneHead>
      {failed ? (
        <p className="px-5 py-3 text-second text-secondary">
          The output could not be read. Close this and open it again.
        </p>
      ) : (
        <div
          dir="ltr"
          tabIndex={0}
          role="group"
          aria-label="Output"
          className="output min-h-0 flex-1 overflow-y-auto px-5 py-3 focus-visible:-outline-offset-2"
        >
          <Virtualizer ref={list} data={lines} onScroll={onScroll}>
            {(line, index) => (
              <div key={index} className="min-h-[1lh]">
                <OutputText line={line} />
              </div>
            )}
          </Virtualizer>
        </div>
      )}
    </>
  );
}

type Lines = { lines: readonly OutputLine[]; failed: boolean };

/** Reads an output page by page, and what was added whenever a running command announces more. */
function useOutput(workspaceId: WorkspaceId, toolCallId: ToolCallId, running: boolean): Lines {
  const { companion } = useParley();
  const [read, setRead] = useState<Lines>({ lines: [], failed: false });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const place = { workspaceId, toolCallId };
    const readOn = outputReader(
      (from) => readOutput(companion, place, from),
      running,
      (lines) => {
        if (!signal.aborted) setRead(lines === null ? { lines: [], failed: true } : { lines, failed: false });
      },
    );
    void readOn();
    if (running) void watchOutput(companion, place, () => void readOn(), signal);
    return () => over.abort();
  }, [companion, workspaceId, toolCallId, running]);
  return read;
}

/** Keeps the list scrolled to its end if it was there before the list grew. */
function useEnd(count: number) {
  const list = useRef<VirtualizerHandle>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (atEnd.current && count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' });
  }, [count]);
  const onScroll = () => {
    const { scrollOffset = 0, scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    atEnd.current = scrollOffset >= scrollSize - viewportSize - 40;
  };
  return { list, onScroll };
}

type ReadPage = (from: number) => Promise<OutputPage | null>;

/** The last lines of a running command, which a terminal may still rewrite. */
const unsettled = 60;

/** Returns a function that reads what is new of an output; a call while it reads makes it read once more. */
function outputReader(
  readPage: ReadPage,
  running: boolean,
  onLines: (lines: OutputLine[] | null) => void,
): () => Promise<void> {
  let settled: OutputLine[] = [];
  let next = 0;
  let reading = false;
  let asked = false;
  return async () => {
    asked = true;
    if (reading) return;
    reading = true;
    while (asked) {
      asked = false;
      const more = await readAll(next, readPage);
      if (more === null) {
        onLines(null);
        break;
      }
      const lines = [...settled, ...more.lines];
      onLines(lines);
      const open = running ? Math.min(unsettled, more.sinceGap) : 0;
      settled = lines.slice(0, lines.length - open);
      next = more.next - open;
    }
    reading = false;
  };
}

/** Reads all lines from a number on. Lines that were not kept become one line that says so. */
async function readAll(
  first: number,
  readPage: ReadPage,
): Promise<{ lines: OutputLine[]; next: number; sinceGap: number } | null> {
  const lines: OutputLine[] = [];
  let sinceGap = 0;
  for (let from = first; ; ) {
    const page = await readPage(from);
    if (page === null) return null;
    const gap = page.from - from;
    if (gap > 0) lines.push({ text: leftOutText(gap) });
    lines.push(...page.lines);
    sinceGap = page.lines.length + (gap > 0 ? 0 : sinceGap);
    from = page.from + page.lines.length;
    if (page.lines.length === 0 || from >= page.total) return { lines, next: from, sinceGap };
  }
}
