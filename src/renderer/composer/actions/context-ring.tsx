import { contextShare, nearlyFull } from '../../../shared/workspace/context-share.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { costText, shortCount, usageWords } from './usage-words.ts';

/** Shows how much of what its model can read a chat takes and what it has cost; the rest is on hover. */
export function ContextRing({ workspace }: { workspace: Workspace }) {
  const { usage } = workspace;
  const share = contextShare(workspace);
  const words = usageWords(usage, share);
  const cost = costText(usage);
  // A mere count gives its room to the name of the agent.
  const textLook = share === null ? '@max-[32rem]:hidden short:hidden' : '@max-[27rem]:hidden';
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={`inline-flex h-8 shrink-0 items-center gap-1.75 px-2 text-small text-tertiary tabular-nums ${share === null ? '@max-[32rem]:px-0 short:px-0' : ''}`}
    >
      {share !== null && <Ring share={share} />}
      <span className={`${textLook} pointer-coarse:@max-[30rem]:hidden`}>
        {share === null
          ? `${shortCount(usage.chat.input + usage.chat.output || usage.context)} tokens`
          : `${share} %`}
        {cost !== null && <span className="@max-[40rem]:hidden"> · {cost}</span>}
      </span>
    </span>
  );
}

function Ring({ share }: { share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 20 20" className="size-4.5 fill-none stroke-[2.5]">
      <circle cx="10" cy="10" r="7.5" className="stroke-edge" />
      <circle
        cx="10"
        cy="10"
        r="7.5"
        pathLength="100"
        strokeDasharray={`${share} 100`}
        transform="rotate(-90 10 10)"
        className={share >= nearlyFull ? 'stroke-ink' : 'stroke-secondary'}
      />
    </svg>
  );
}
