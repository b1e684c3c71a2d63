import type { ReactNode } from 'react';
import type { AskedBy } from '../../shared/askers/asked-by.ts';

/** Shapes on a grid of 16, drawn by hand: the second tone of each is fainter. */
const shapes = {
  claude: (
    <>
      <path d="M2.2 13.2V7.8a5.8 5.8 0 0 1 11.6 0v5.4a.8.8 0 0 1-.8.8h-1.7a.8.8 0 0 1-.8-.8V7.8a2.5 2.5 0 0 0-5 0v5.4a.8.8 0 0 1-.8.8H3a.8.8 0 0 1-.8-.8Z" />
      <circle cx="8" cy="11.6" r="1.7" opacity="0.6" />
    </>
  ),
  openai: (
    <>
      <path d="M2.4 3.4a1 1 0 0 1 1-1h6.8v3H5.4v4.8h-3Z" />
      <path d="M13.6 12.6a1 1 0 0 1-1 1H5.8v-3h4.8V5.8h3Z" />
    </>
  ),
  gemini: (
    <>
      <circle cx="5.9" cy="8" r="4.4" />
      <circle cx="10.1" cy="8" r="4.4" opacity="0.6" />
    </>
  ),
  opencode: (
    <>
      <path
        d="M12.6 5V3.9a.5.5 0 0 0-.5-.5H3.9a.5.5 0 0 0-.5.5v8.2a.5.5 0 0 0 .5.5h8.2a.5.5 0 0 0 .5-.5V11"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.3"
      />
      <rect x="9.2" y="6.7" width="5.4" height="2.6" rx="0.5" />
    </>
  ),
  qwen: (
    <>
      <path d="M8 1.6 14.2 7.3H1.8Z" />
      <path d="M1.9 9.1h12.2L8 14.6Z" opacity="0.6" />
    </>
  ),
  kimi: (
    <>
      <path d="M9.7 1.9A6.2 6.2 0 1 0 14.2 11 5.3 5.3 0 0 1 9.7 1.9Z" />
      <circle cx="12.2" cy="5.4" r="1.5" opacity="0.6" />
    </>
  ),
  guide: (
    <>
      <path d="M14 2 9.6 9.6 6.4 6.4Z" />
      <path d="M2 14 6.4 6.4 9.6 9.6Z" opacity="0.6" />
    </>
  ),
  parley: (
    <path
      fillRule="evenodd"
      transform="translate(-1.9 -2.05) scale(0.3)"
      d="M15 28a18 18 0 1 1 18 18h-6L15 57Zm18-8a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z"
    />
  ),
  ollama: (
    <>
      <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="2.4" />
      <circle cx="8" cy="8" r="1.4" />
    </>
  ),
  other: (
    <path
      d="m3.2 4.2 3.9 3.8-3.9 3.8M8.8 12h4.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
} satisfies Record<string, ReactNode>;

type Mark = keyof typeof shapes;

const hues: Record<Mark, string> = {
  claude: 'var(--mark-claude)',
  openai: 'var(--mark-openai)',
  gemini: 'var(--mark-gemini)',
  opencode: 'var(--mark-opencode)',
  qwen: 'var(--mark-qwen)',
  kimi: 'var(--mark-kimi)',
  guide: 'var(--mark-guide)',
  parley: 'var(--mark-plain)',
  ollama: 'var(--mark-plain)',
  other: 'var(--mark-plain)',
};

/** The marks by the names that chats store for who works in them: an agent, or the provider of a model. */
const marks = new Map<string, Mark>([
  ['guide', 'guide'],
  ['parley', 'parley'],
  ['anthropic', 'claude'],
  ['openai', 'openai'],
  ['google', 'gemini'],
  ['ollama', 'ollama'],
  ['acp/claude', 'claude'],
  ['acp/codex', 'openai'],
  ['acp/gemini', 'gemini'],
  ['acp/opencode', 'opencode'],
  ['acp/qwen', 'qwen'],
  ['acp/kimi', 'kimi'],
]);

/** Who asks from outside of Parley's chats, and Parley itself where no agent asks. */
export const outsideMark = 'outside';
const parleyMark = 'parley';

/** Returns whose mark stands for who asks, in a chat of an agent. */
export function markOfAsker(askedBy: AskedBy, agent: string): string {
  return { agent, parley: parleyMark, outside: outsideMark }[askedBy];
}

type AgentMarkProps = {
  /** An agent as chats store it (`guide`, `acp/<agent>`, `<provider>/<model>`), a provider, or what `markOfAsker` returns. */
  of: string;
  /** In pixels. */
  size: number;
};

/** The mark of who works: in a filled tile a program on this machine, plain a model. */
export function AgentMark({ of, size }: AgentMarkProps) {
  const mark = marks.get(of) ?? marks.get(of.split('/')[0] ?? '') ?? 'other';
  const isProgram = of === 'guide' || of === outsideMark || of === parleyMark || of.startsWith('acp/');
  const tile = { background: hues[mark], color: 'var(--on-mark)' };
  return (
    <span
      aria-hidden
      data-mark={mark}
      className="inline-grid shrink-0 place-items-center rounded-tile forced-color-adjust-none"
      style={{ width: size, height: size, ...(isProgram ? tile : { color: hues[mark] }) }}
    >
      <svg viewBox="0 0 16 16" fill="currentColor" style={{ width: isProgram ? '68%' : '100%' }}>
        {shapes[mark]}
      </svg>
    </span>
  );
}
