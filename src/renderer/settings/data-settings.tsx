import type { AppState } from '../../shared/contract/app-state.ts';
import { useParley } from '../parley-context.tsx';
import { openPage } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { BranchPrefixRow } from './branch-prefix-row.tsx';
import { KeptWorktreesRow } from './kept-worktrees.tsx';
import { keyStorageText } from './key-storage-text.ts';
import { SettingRow } from './setting-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { SetupLinesRow } from './setup-lines-row.tsx';

export function dataSettings({ about, agents }: AppState): Setting[] {
  return [
    {
      part: 'data',
      group: 'On this computer',
      name: 'Your data is in',
      about: about.dataDir,
      words: 'folder backup database',
      row: (texts) => (
        <SettingRow {...texts}>
          <CopyButton text={() => about.dataDir} label="Copy the path of your data" />
        </SettingRow>
      ),
    },
    {
      part: 'data',
      group: 'On this computer',
      name: 'Keys',
      about: keyStorageText(agents.keyStorage),
      words: 'providers secrets encrypted',
      row: (texts) => <SettingRow {...texts} />,
    },
    {
      part: 'data',
      group: 'Record',
      name: 'Decisions',
      about: 'What you were asked and what you decided, in all chats, deleted ones too.',
      words: 'ledger export delete save history',
      row: (texts) => <DecisionsRow {...texts} />,
    },
    {
      part: 'data',
      group: 'Worktrees',
      name: 'Branches begin with',
      about: 'The first words of the chat follow. Worktrees that are there already keep theirs.',
      words: 'prefix name git branch',
      row: (texts) => <BranchPrefixRow {...texts} />,
    },
    {
      part: 'data',
      group: 'Worktrees',
      name: 'Run in new worktrees',
      about:
        'Once, before the first message is answered. Set it over the message of a new chat in its own worktree.',
      words: 'setup install command npm ci before first message git',
      row: (texts) => <SetupLinesRow {...texts} />,
    },
    {
      part: 'data',
      group: 'Worktrees',
      name: 'Kept from removed worktrees',
      about: 'What was only in them: git keeps it for 30 days.',
      words: 'branch commit uncommitted restore git',
      row: (texts) => <KeptWorktreesRow {...texts} />,
    },
  ];
}

function DecisionsRow(texts: SettingTexts) {
  const { view } = useParley();
  return (
    <SettingRow {...texts}>
      <Button onClick={() => openPage(view, { name: 'decisions' })}>Show decisions</Button>
    </SettingRow>
  );
}
