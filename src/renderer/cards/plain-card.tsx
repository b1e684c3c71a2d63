import { ChevronDown } from 'lucide-react';
import type { ToolPart } from '../../shared/transcript/transcript.ts';

type PlainCardProps = {
  part: ToolPart;
  /** Whether the raw call is shown. */
  open: boolean;
  onOpenChange(open: boolean): void;
};

/** Whether a call of an asking tool came to nothing before anybody could be asked. */
export function isRefusedAsk({ ask, result }: ToolPart): boolean {
  return ask === null && result !== null && !result.ok;
}

/** A question that could not be shown: says so, and opens to what the agent had sent and was told. */
export function PlainCard({ part, open, onOpenChange }: PlainCardProps) {
  return (
    <section
      aria-label="A question that could not be shown"
      data-tool-call-id={part.toolCallId}
      className="min-w-0 rounded-card border border-hairline px-4 py-2 text-secondary wrap-anywhere"
    >
      <p className="py-1">{wordsFor(part)}</p>
      <details
        open={open}
        onToggle={(event) => {
          if (event.currentTarget.open !== open) onOpenChange(event.currentTarget.open);
        }}
      >
        <summary className="hit inline-flex items-center gap-1 rounded-control text-minor hover:text-ink">
          <ChevronDown aria-hidden className={`size-4 ${open ? '' : '-rotate-90'}`} />
          What the agent sent
        </summary>
        <p className="mt-1 mb-2 text-minor">The agent was told: {problemOf(part)}</p>
        <pre
          dir="ltr"
          tabIndex={0}
          role="group"
          aria-label="Raw question"
          className="mb-2 max-h-96 overflow-auto rounded-control border border-hairline bg-sunken p-3 font-mono text-small whitespace-pre-wrap text-ink"
        >
          {rawText(part.input)}
        </pre>
      </details>
    </section>
  );
}

const planModeOnly = 'is available in plan mode only.';

function wordsFor({ result }: ToolPart): string {
  return result?.text.endsWith(planModeOnly)
    ? 'This agent can ask in Plan mode only. It was told so and goes on without asking.'
    : "The agent's question was incomplete; it was told so and goes on by itself.";
}

/** The model's error text without what only a model needs: the tool's name before it. */
function problemOf({ result, toolName }: ToolPart): string {
  return (result?.text ?? '').replace(`Invalid input for ${toolName}: `, '');
}

function rawText(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? String(input));
}
