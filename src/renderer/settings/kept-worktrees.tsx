import { useEffect, useState } from 'react';
import { folderName } from '../../shared/files/folder-name.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { KeptWorktreeInfo } from '../../shared/worktrees/worktree-offer.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { onlyHereText } from '../ui/only-here-text.ts';
import { SettingRow } from './setting-row.tsx';
import type { SettingTexts } from './setting.ts';

/** How long it is kept, in milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1_000;

/** What git keeps of the worktrees of deleted chats; each can be restored into a new chat. */
export function KeptWorktreesRow({ name, about }: SettingTexts) {
  const { companion, view, openWorkspace } = useParley();
  const [kept, setKept] = useState<readonly KeptWorktreeInfo[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    companion.client.worktrees.kept().then(
      (found) => isShown && setKept(found),
      (error: unknown) => isShown && setProblem(failureText(error)),
    );
    return () => {
      isShown = false;
    };
  }, [companion]);

  function restore(id: string): void {
    setProblem(null);
    companion.client.worktrees.restore({ id }, { context: { once: true } }).then(
      ({ workspaceId }: { workspaceId: WorkspaceId }) => {
        view.setState({ page: null });
        openWorkspace(workspaceId);
      },
      (error: unknown) => setProblem(failureText(error)),
    );
  }

  return (
    <SettingRow
      {...{ name, about, problem }}
      below={
        kept.length > 0 && (
          <ul aria-label={name} className="border-t border-hairline py-2">
            {kept.map((one) => (
              <KeptWorktree key={one.id} kept={one} onRestore={() => restore(one.id)} />
            ))}
          </ul>
        )
      }
    >
      {kept.length === 0 && <span className="text-second text-secondary">Nothing</span>}
    </SettingRow>
  );
}

function KeptWorktree({ kept, onRestore }: { kept: KeptWorktreeInfo; onRestore(): void }) {
  const { name, folder, removedAt } = kept;
  const until = new Date(removedAt + keptFor).toLocaleDateString('en', { day: 'numeric', month: 'short' });
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere">
          <VisibleText text={name} layout="line" />
          <span className="text-secondary" title={visibleText(folder, 'line')}>
            {' · '}
            <VisibleText text={folderName(folder)} layout="line" />
          </span>
        </p>
        <p className="text-small text-secondary">{`${onlyHereText(kept)}, until ${until}`}</p>
      </div>
      <Button aria-label={`Restore ${visibleText(name, 'line')}`} onClick={onRestore}>
        Restore
      </Button>
    </li>
  );
}
