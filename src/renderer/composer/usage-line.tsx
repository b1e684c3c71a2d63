import type { Workspace } from '../../shared/workspace/workspace.ts';
import { lazyValue } from '../ui/lazy-value.ts';

const compact = lazyValue(
  () => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
);
const exact = lazyValue(() => new Intl.NumberFormat('en'));

type Used = Workspace['usage']['turn'];

/** The tokens that the newest turn and the chat have used; nothing while none were. */
export function UsageLine({ usage: { turn, chat } }: { usage: Workspace['usage'] }) {
  if (chat.input + chat.output === 0) return null;
  return (
    <p
      title={`This turn: ${inWords(turn)}. This chat: ${inWords(chat)}.`}
      className="ms-auto shrink-0 px-1 pb-1 text-small text-secondary tabular-nums"
    >
      {inBrief(turn, chat)}
    </p>
  );
}

/** The turn by itself only where it tells more than the chat does. */
function inBrief(turn: Used, chat: Used): string {
  const used = turn.input + turn.output;
  if (used === 0 || used === chat.input + chat.output) return `${short(chat)} tokens in this chat`;
  return `${short(turn)} tokens this turn · ${short(chat)} in this chat`;
}

function short({ input, output }: Used): string {
  return compact()
    .format(input + output)
    .replace('K', 'k');
}

function inWords({ input, output }: Used): string {
  return `${exact().format(input)} read, ${exact().format(output)} written`;
}
