import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { DisclosureLine } from './disclosure-line.tsx';
import { inputText, toolSummary } from './tool-words.ts';

/** What the agent looked at, in one line; it opens to each call's input and output. */
export function ToolCalls({ id, calls }: { id: string; calls: readonly ToolPart[] }) {
  const failed = calls.filter(({ result }) => result?.ok === false).length;
  return (
    <DisclosureLine
      id={id}
      line={
        <>
          <InlineCode text={toolSummary(calls)} />
          {failed > 0 && (
            <span className="text-danger"> · {failed === calls.length ? 'failed' : `${failed} failed`}</span>
          )}
        </>
      }
    >
      {() => (
        <ul className="flex flex-col gap-3 py-1">
          {calls.map((call) => (
            <ToolCall key={call.toolCallId} call={call} alone={calls.length === 1} />
          ))}
        </ul>
      )}
    </DisclosureLine>
  );
}

/** One call; the line above already names it when it is `alone`. */
function ToolCall({ call, alone }: { call: ToolPart; alone: boolean }) {
  const input = inputText(call.input);
  return (
    <li className="text-minor">
      {!alone && (
        <p className="font-medium">
          <InlineCode text={toolSummary([call])} />
        </p>
      )}
      {input !== '' && <Raw name="Input" text={input} />}
      {call.result !== null && (
        <Raw name={call.result.ok ? 'Output' : 'What went wrong'} text={call.result.text} />
      )}
    </li>
  );
}

function Raw({ name, text }: { name: string; text: string }) {
  return (
    <figure className="mt-1">
      <figcaption className="text-small text-secondary">{name}</figcaption>
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={name}
        className="max-h-72 overflow-auto rounded-control bg-sunken px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
      >
        {text === '' ? 'Nothing' : text}
      </pre>
    </figure>
  );
}

/** Words in backquotes as code. */
function InlineCode({ text }: { text: string }) {
  return text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <code key={index} className="font-mono text-code">
        {piece}
      </code>
    ),
  );
}
