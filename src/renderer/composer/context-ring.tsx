import type { Workspace } from '../../shared/workspace/workspace.ts';
import { lazyValue } from '../ui/lazy-value.ts';

const compact = lazyValue(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
);

/** Shows how much of what its model can read a chat takes, and its tokens; nothing while none were used. */
export function ContextRing({ workspace: { agent, usage } }: { workspace: Workspace }) {
  const { turn, chat, context } = usage;
  if (chat.input + chat.output === 0) return null;
  const used = `${short(chat)} tokens in this chat`;
  const words = turn.input + turn.output > 0 ? `${used}, ${short(turn)} this turn` : used;
  const { contextWindow } = agent;
  if (contextWindow === null || context === 0) return <TokenCount words={words} short={short(chat)} />;
  const share = Math.min(100, Math.round((100 * context) / contextWindow));
  return (
    <span
      role="img"
      aria-label={`Context: ${share} % used. ${words}`}
      title={`Context: ${share} % used. ${words}`}
      className="inline-flex h-8 shrink-0 items-center gap-1.75 px-2 text-small text-tertiary tabular-nums"
    >
      <svg aria-hidden viewBox="0 0 20 20" className="size-4.5 fill-none stroke-[2.5]">
        <circle cx="10" cy="10" r="7.5" className="stroke-edge" />
        <circle
          cx="10"
          cy="10"
          r="7.5"
          pathLength="100"
          strokeDasharray={`${share} 100`}
          transform="rotate(-90 10 10)"
          className="stroke-secondary"
        />
      </svg>
      <span className="@max-[30rem]:hidden">{share} %</span>
    </span>
  );
}

function TokenCount({ words, short: count }: { words: string; short: string }) {
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="shrink-0 px-2 text-small text-tertiary tabular-nums @max-[30rem]:hidden"
    >
      {`${count} tokens`}
    </span>
  );
}

function short({ input, output }: { input: number; output: number }): string {
  return compact()
    .format(input + output)
    .replace('K', 'k');
}
