import { BookOpen, FilePen, Globe, Plug, SquareTerminal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import { ruleScope } from '../../shared/permissions/permission-text.ts';
import { withCoverage } from '../../shared/permissions/rule-coverage.ts';
import type { TrustDecision } from '../../shared/trust/folder-trust.ts';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { dayOrAgo } from '../ui/day-or-ago.ts';
import { Segmented } from '../ui/segmented.tsx';
import { ConfinementRow } from './permissions/confinement-row.tsx';
import { whosOf } from './permissions/command-who.tsx';
import { ruleName } from './permissions/rule-row.tsx';
import { RulesList } from './permissions/rules-list.tsx';
import { TryCommandRow } from './permissions/try-command.tsx';
import { UnaskedFoldersRow } from './permissions/unasked-folders.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';

/** What asks by itself, whether commands are confined, a command to try, the rules, and the folders decided about. */
export function permissionSettings(app: AppState): Setting[] {
  return [
    ...defaultSettings(app),
    confinementSetting,
    ...trySettings(app),
    rulesSetting(app),
    ...trustSettings(app),
  ];
}

const defaults = { part: 'permissions', group: 'Unless a rule says otherwise' } as const;

function defaultSettings(app: AppState): Setting[] {
  const folders = foldersOf(app);
  return [
    {
      ...defaults,
      name: 'Reading',
      about: 'Commands that only read, inside the folder. Files that may hold secrets always ask.',
      words: 'ask before reading commands git status diff log cat ls grep card prompt fewer',
      row: (texts) => <ReadingRow {...texts} />,
    },
    {
      ...defaults,
      name: 'Edits',
      about: 'Shown before they are written. A chat’s menu can have it edit without asking.',
      words: 'change files previews approve',
      row: (texts) => <HoldsRow {...texts} icon={<FilePen aria-hidden />} value="Ask" />,
    },
    {
      ...defaults,
      name: 'Commands',
      about: 'Confined ones can run without a card, folder by folder. All others ask.',
      words: 'run confined without asking sandbox folder',
      row: (texts) => (
        <UnaskedFoldersRow {...texts} icon={<SquareTerminal aria-hidden />} folders={folders} />
      ),
    },
    {
      ...defaults,
      name: 'Network',
      about: 'Confined commands have none, but for the hosts that a rule names. What else reaches out asks.',
      words: 'internet fetch address host',
      row: (texts) => <HoldsRow {...texts} icon={<Globe aria-hidden />} value="Ask" />,
    },
    {
      ...defaults,
      name: 'Agents elsewhere',
      about: 'By MCP or the command line. They change nothing through Parley.',
      words: 'outside mcp parley command line',
      row: (texts) => <HoldsRow {...texts} icon={<Plug aria-hidden />} value="Questions and reviews" />,
    },
  ];
}

/** The folders that chats are about, each once. */
function foldersOf({ workspaces }: AppState): string[] {
  return [...new Set(workspaces.map(({ folder }) => folder))];
}

const readingChoices = [
  { value: 'allowed', label: 'Allowed' },
  { value: 'ask', label: 'Ask' },
] as const;

function ReadingRow({ name, about }: SettingTexts) {
  const { saveSettings } = useParley();
  const asks = useParleyState(({ app }) => app?.settings.askBeforeReading ?? false);
  const { problem, save } = useSaving();
  return (
    <SettingRow {...{ name, about, problem }} icon={<BookOpen aria-hidden />}>
      <Segmented
        label={name}
        choices={readingChoices}
        value={asks ? 'ask' : 'allowed'}
        onChoose={(chosen) => void save(saveSettings({ askBeforeReading: chosen === 'ask' }))}
      />
    </SettingRow>
  );
}

/** What holds, where there is nothing to choose. */
function HoldsRow({ value, ...texts }: SettingTexts & { icon: ReactNode; value: string }) {
  return (
    <SettingRow {...texts}>
      <span className="ms-auto text-second font-medium text-secondary">{value}</span>
    </SettingRow>
  );
}

const confinementSetting: Setting = {
  part: 'permissions',
  group: 'Confinement',
  name: 'Confinement',
  words: 'confined sandbox bubblewrap socat install rights works check again',
  row: () => <ConfinementRow />,
};

function trySettings(app: AppState): Setting[] {
  const whos = whosOf(app);
  if (whos.length === 0) return [];
  return [
    {
      part: 'permissions',
      group: 'Try a command',
      groupNote: 'says what would happen, and runs nothing',
      name: 'Try a command',
      words: 'would run ask rule why test',
      row: () => <TryCommandRow whos={whos} />,
    },
  ];
}

function rulesSetting(app: AppState): Setting {
  const { rules } = app;
  const used = rules.reduce((sum, { uses }) => sum + uses, 0);
  const counts = `${rules.length}, ${used === 0 ? 'not used yet' : used === 1 ? 'used once' : `used ${used} times`}`;
  const names = rules.map((rule) => `${ruleName(rule)} ${ruleScope(withCoverage(rule))}`);
  return {
    part: 'permissions',
    group: 'Rules',
    groupNote: rules.length === 0 ? undefined : counts,
    name: 'Rules',
    words: `add allow always deny never permission command sort by use ${names.join(' ')}`,
    row: () => <RulesList rules={rules} whos={whosOf(app)} />,
  };
}

function trustSettings({ trust: { decisions } }: AppState): Setting[] {
  return decisions.map((decision) => ({
    part: 'permissions',
    group: 'Folders',
    name: decision.folder,
    words: 'trust trusted folder mcp server tool slash command',
    row: () => <TrustRow key={decision.folder} decision={decision} />,
  }));
}

function TrustRow({ decision: { folder, trusted, decidedAt } }: { decision: TrustDecision }) {
  const { companion } = useParley();
  const { problem, save } = useSaving();
  const [now] = useState(() => Date.now());
  const when = dayOrAgo(decidedAt, now);
  const forget = () => companion.client.trust.forget({ folder }).then(() => null, failureText);
  return (
    <SettingRow
      name={visibleText(folder, 'line')}
      about={`${trusted ? 'Trusted' : 'Not trusted'} · ${when.charAt(0).toLowerCase()}${when.slice(1)}`}
      problem={problem}
    >
      <Button
        look="quiet"
        title="Parley asks again when you open a chat in this folder"
        aria-label={visibleText(`Forget ${folder}`, 'line')}
        onClick={() => void save(forget())}
      >
        Forget
      </Button>
    </SettingRow>
  );
}
