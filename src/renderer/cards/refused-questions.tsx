import { Ban, ChevronDown } from 'lucide-react';
import type { QuestionPart, Refusal } from '../../shared/transcript/transcript.ts';
import { VisibleText } from '../ui/visible-text.tsx';

type RefusedQuestionsProps = {
  /** One refused call, or several that came after one another. */
  calls: readonly QuestionPart[];
  /** True where the raw calls are shown. */
  open: boolean;
  onOpenChange(open: boolean): void;
};

/** Questions that could not be shown: says so, and opens to what the agent had sent and was told. */
export function RefusedQuestions({ calls, open, onOpenChange }: RefusedQuestionsProps) {
  const [only] = calls.length === 1 ? calls : [];
  return (
    <section
      aria-label={refusedQuestionsName(calls)}
      data-tool-call-id={calls[0]?.toolCallId}
      className="min-w-0 rounded-card border border-hairline bg-raised py-1.5 ps-3.5 pe-3 text-second text-secondary wrap-anywhere"
    >
      <p className="flex items-start gap-2 py-1">
        <Ban aria-hidden className="mt-0.75 size-3.75 shrink-0 text-tertiary" />
        {refusedQuestionsText(calls)}
      </p>
      {only?.kind === 'command' && <CommandLine call={only} />}
      <details
        open={open}
        onToggle={(event) => {
          if (event.currentTarget.open !== open) onOpenChange(event.currentTarget.open);
        }}
      >
        <summary className="hit ms-5.75 inline-flex items-center gap-1.5 rounded-control text-tertiary hover:text-ink">
          What the agent sent
          <ChevronDown aria-hidden className={`size-3.5 ${open ? '' : '-rotate-90'}`} />
        </summary>
        {calls.map((call, index) => (
          <RawCall key={call.toolCallId} call={call} number={calls.length > 1 ? index + 1 : null} />
        ))}
      </details>
    </section>
  );
}

/** A command and what came back, as far as one line of each goes. */
function CommandLine({ call }: { call: QuestionPart }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-3 ps-5.75 pb-1 text-second">
      <dt>Command</dt>
      <dd dir="ltr" className="truncate font-mono text-code text-ink">
        <VisibleText text={firstLine(sentBy(call))} layout="line" />
      </dd>
      <dt>It read back</dt>
      <dd dir="ltr" className="truncate font-mono text-code text-ink">
        <VisibleText text={firstLine(toldTo(call))} layout="line" />
      </dd>
    </dl>
  );
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}

/** One call as it came; `number` where there are several. */
function RawCall({ call, number }: { call: QuestionPart; number: number | null }) {
  const which = number === null ? '' : ` ${number}`;
  const isCommand = call.kind === 'command';
  return (
    <div data-tool-call-id={number === null || number === 1 ? undefined : call.toolCallId}>
      {isCommand || (
        <p className="mt-1 mb-2 ms-5.75 text-second">
          The agent was told: <VisibleText text={toldTo(call)} />
        </p>
      )}
      <Raw name={`${isCommand ? 'Command' : 'Raw question'}${which}`} text={sentBy(call)} />
      {isCommand && (
        <>
          <p className="mt-1 mb-2 ms-5.75 text-second">It read back:</p>
          <Raw name={`What it read back${which}`} text={toldTo(call)} />
        </>
      )}
    </div>
  );
}

function Raw({ name, text }: { name: string; text: string }) {
  return (
    <pre
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={name}
      className="mb-2 ms-5.75 max-h-96 overflow-auto rounded-control border border-hairline bg-well p-3 font-mono text-small whitespace-pre-wrap text-ink"
    >
      <VisibleText text={text} />
    </pre>
  );
}

/** The refusal of a call; one that ended otherwise before it asked reads as one that was sent wrong. */
function refusalOf({ kind, result }: QuestionPart): Refusal {
  return result?.refusal ?? (kind === 'command' ? 'command' : 'incomplete');
}

/** The call as the agent sent it: the line of a command, else the call's input. */
export function sentBy({ kind, input }: QuestionPart): string {
  if (kind === 'command' && isCommand(input)) return input.command;
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? String(input));
}

/** The model's error text without what only a model needs: the tool's name before it. */
export function toldTo({ result, toolName }: QuestionPart): string {
  return (result?.text ?? '').replace(`Invalid input for ${toolName}: `, '');
}

function isCommand(input: unknown): input is { command: string } {
  return (
    typeof input === 'object' && input !== null && 'command' in input && typeof input.command === 'string'
  );
}

export function refusedQuestionsName(calls: readonly QuestionPart[]): string {
  if (calls.every((call) => refusalOf(call) === 'not-run')) {
    return calls.length === 1 ? 'A command that was not run' : 'Commands that were not run';
  }
  return calls.length === 1 ? 'A question that could not be shown' : 'Questions that could not be shown';
}

/** The sentence about refused calls, for a person. */
export function refusedQuestionsText(calls: readonly QuestionPart[]): string {
  const refusals = new Set(calls.map(refusalOf));
  const [refusal] = refusals;
  if (refusal === undefined || refusals.size > 1) {
    if (calls.every(({ kind }) => kind === 'command')) {
      return `${calls.length} of the agent’s commands did nothing. It knows why, and goes on.`;
    }
    return `${calls.length} of the agent’s questions could not be shown. It knows why, and goes on.`;
  }
  return calls.length === 1 ? textOfOne(refusal) : textOfSeveral(refusal, calls.length);
}

const inWrongMode = 'This agent can only ask in Plan mode. It knows, and goes on without asking.';

function textOfOne(refusal: Refusal): string {
  switch (refusal) {
    case 'incomplete':
      return 'The agent’s question was incomplete. It knows, and goes on.';
    case 'mode':
      return inWrongMode;
    case 'no-tool':
      return 'The agent tried to ask in a way that this chat doesn’t offer. It knows, and goes on.';
    case 'command':
      return 'The agent’s command for asking was refused. It knows why, and goes on.';
    case 'not-run':
      return 'The agent tried to run a command, but none run here. It knows, and goes on.';
  }
}

function textOfSeveral(refusal: Refusal, count: number): string {
  switch (refusal) {
    case 'incomplete':
      return `${count} of the agent’s questions were incomplete. It knows, and goes on.`;
    case 'mode':
      return inWrongMode;
    case 'no-tool':
      return `The agent tried to ask ${count} times in a way that this chat doesn’t offer. It knows, and goes on.`;
    case 'command':
      return `${count} commands for asking were refused. The agent knows why, and goes on.`;
    case 'not-run':
      return `The agent tried to run ${count} commands, but none run here. It knows, and goes on.`;
  }
}
