import { folderName } from '../../shared/files/folder-name.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { SetupLine } from '../../shared/contract/settings.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { SettingTexts } from './setting.ts';

/** What runs once in each new worktree, by the folder that a chat is begun on. */
export function SetupLinesRow({ name, about }: SettingTexts) {
  const { saveSettings } = useParley();
  const lines = useParleyState(({ app }) => app?.settings.setupLines ?? noLines);
  const { problem, save } = useSaving();

  function remove(folder: string): void {
    void save(saveSettings({ setupLines: lines.filter((other) => other.folder !== folder) }));
  }

  return (
    <SettingRow
      {...{ name, about, problem }}
      below={
        lines.length > 0 && (
          <ul aria-label={name} className="border-t border-hairline py-2">
            {lines.map(({ folder, line }) => (
              <li key={folder} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
                <div className="min-w-40 flex-1">
                  <p className="font-mono text-code wrap-anywhere">
                    <VisibleText text={line} layout="line" />
                  </p>
                  <p className="text-small text-secondary" title={visibleText(folder, 'line')}>
                    <VisibleText text={folderName(folder)} layout="line" />
                  </p>
                </div>
                <Button
                  aria-label={`Remove ${visibleText(line, 'line')} for ${visibleText(folderName(folder), 'line')}`}
                  onClick={() => remove(folder)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      {lines.length === 0 && <span className="text-second text-secondary">Nothing</span>}
    </SettingRow>
  );
}

const noLines: SetupLine[] = [];
