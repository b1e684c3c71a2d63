import type { WhyLeftOut } from '../../../shared/previews/preview.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { EditAction } from './preview-card-state.ts';

const whyText: Record<WhyLeftOut, string> = {
  outside: 'is outside of the folder.',
  ignored: 'is ignored by git in the folder.',
  sparse: 'is not checked out in the folder.',
  link: 'is a link, or was one.',
  repository: 'is a repository of its own.',
  mode: 'has only other permissions.',
  large: 'is over 50 MB.',
  both: 'is no text, and changed in the folder too.',
  name: 'is another file in the folder: by a link, or in other letters.',
  blocked: 'can’t be written there: something else is in its way.',
};

const mostNamed = 8;

/** Says which changes of a worktree stay there, and why. */
export function LeftOutNote({ action }: { action: EditAction }) {
  const all = action.preview.broughtBack?.leftOut ?? [];
  if (all.length === 0) return null;
  const named = all.length > mostNamed + 1 ? all.slice(0, mostNamed) : all;
  const more = all.length - named.length;
  return (
    <section
      aria-label="Stays in the worktree"
      className="border-t border-hairline px-4 py-3 text-second wrap-anywhere"
    >
      <p className="mb-1 font-medium">Stays in the worktree</p>
      <ul className="text-secondary">
        {named.map(({ path, why }) => (
          <li key={path}>
            <span className="text-ink">
              <VisibleText text={path} layout="line" />
            </span>{' '}
            {whyText[why]}
          </li>
        ))}
        {more === 0 ? null : <li>{`${more} more`}</li>}
      </ul>
    </section>
  );
}
