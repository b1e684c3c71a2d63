import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { folderNames } from '../../../shared/files/folder-name.ts';
import type { PermissionRule } from '../../../shared/permissions/permission-rule.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { Menu, menuItemLook } from '../../ui/menu.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { SettingRow, useSaving } from '../setting-row.tsx';
import type { SettingTexts } from '../setting.ts';
import { useConfinement } from './use-confinement.ts';

const none: readonly PermissionRule[] = [];

type UnaskedFoldersProps = SettingTexts & { icon: ReactNode; folders: readonly string[] };

/** The folders whose confined commands run without a card, each to be chosen. */
export function UnaskedFoldersRow({ name, about, icon, folders }: UnaskedFoldersProps) {
  const { companion } = useParley();
  const rules = useParleyState(({ app }) => app?.rules ?? none);
  const { state } = useConfinement();
  const { problem, save } = useSaving();
  const chosen = new Set(
    rules.flatMap(({ match, folder }) => (match.type === 'confined' ? (folder ?? []) : [])),
  );
  const all = [...new Set([...folders, ...chosen])];
  const names = folderNames(all);
  const choose = (folder: string, unasked: boolean) =>
    companion.client.rules.chooseConfined({ folder, unasked }).then(() => null, failureText);
  const isOffered = state?.type === 'works' && state.unasked;
  const canChoose = (isOffered || chosen.size > 0) && all.length > 0;
  return (
    <SettingRow {...{ name, about, icon, problem }}>
      {canChoose ? (
        <span>
          <Menu label={countText(chosen.size)} icon={<ChevronDown aria-hidden />} text="secondary">
            {all.map((folder) => (
              <button
                key={folder}
                type="button"
                role="menuitemcheckbox"
                aria-checked={chosen.has(folder)}
                tabIndex={-1}
                title={folder}
                className={menuItemLook}
                onClick={(event) => {
                  event.stopPropagation();
                  void save(choose(folder, !chosen.has(folder)));
                }}
              >
                <span
                  aria-hidden
                  className={`size-3.5 shrink-0 rounded-small border ${chosen.has(folder) ? 'border-transparent bg-solid' : 'border-control'}`}
                />
                <span className="min-w-0 wrap-anywhere">
                  <VisibleText text={names.get(folder) ?? folder} layout="line" />
                </span>
              </button>
            ))}
          </Menu>
        </span>
      ) : (
        <span className="text-second font-medium text-secondary">Ask</span>
      )}
    </SettingRow>
  );
}

function countText(count: number): string {
  if (count === 0) return 'In no folder';
  return count === 1 ? 'In 1 folder' : `In ${count} folders`;
}
