import { ChevronDown } from 'lucide-react';
import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { plainCardName, plainCardWords, toldTo } from './plain-card-words.ts';

type PlainCardProps = {
  /** One refused call, or several that came after one another. */
  calls: readonly ToolPart[];
  /** Whether the raw calls are shown. */
  open: boolean;
  onOpenChange(open: boolean): void;
};

/** Whether a call of an asking tool came to nothing before anybody could be asked. */
export function isRefusedAsk({ ask, result }: ToolPart): boolean {
  return ask === null && result !== null && !result.ok;
}

/** Questions that could not be shown: says so, and opens to what the agent had sent and was told. */
export function PlainCard({ calls, open, onOpenChange }: PlainCardProps) {
  return (
    <section
      aria-label={plainCardName(calls.length)}
      data-tool-call-id={calls[0]?.toolCallId}
      className="min-w-0 rounded-card border border-hairline px-4 py-2 text-secondary wrap-anywhere"
    >
      <p className="py-1">{plainCardWords(calls)}</p>
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
        {calls.map((call, index) => (
          <RawCall key={call.toolCallId} call={call} number={calls.length > 1 ? index + 1 : null} />
        ))}
      </details>
    </section>
  );
}

/** One call as it came; `number` where there are several. */
function RawCall({ call, number }: { call: ToolPart; number: number | null }) {
  return (
    <div data-tool-call-id={number === null || number === 1 ? undefined : call.toolCallId}>
      <p className="mt-1 mb-2 text-minor">The agent was told: {toldTo(call)}</p>
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={number === null ? 'Raw question' : `Raw question ${number}`}
        className="mb-2 max-h-96 overflow-auto rounded-control border border-hairline bg-sunken p-3 font-mono text-small whitespace-pre-wrap text-ink"
      >
        {rawText(call.input)}
      </pre>
    </div>
  );
}

function rawText(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? String(input));
}
