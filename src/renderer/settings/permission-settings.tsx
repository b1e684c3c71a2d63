import { useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import { ruleScope, ruleText, unconfinedText } from '../../shared/permissions/permission-text.ts';
import type { TrustDecision } from '../../shared/trust/folder-trust.ts';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { dayOrAgo } from '../ui/day-or-ago.ts';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { SettingRow, useSaving } from './setting-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';

/** What asks, the person's rules, those that deny first, and the folders that they decided about. */
export function permissionSettings(app: AppState): Setting[] {
  return [askingSetting, ...confinementSettings(app), ...ruleSettings(app), ...trustSettings(app)];
}

const askingSetting: Setting = {
  part: 'permissions',
  group: 'Unless a rule says otherwise',
  name: 'Ask before reading commands',
  about:
    'Off: a command runs by itself where Parley knows that it only reads, inside the folder. Files that may hold secrets always ask.',
  words: 'git status diff log cat ls grep card prompt fewer',
  row: (texts) => <AskBeforeReadingRow {...texts} />,
};

const offOrOn = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const;

function AskBeforeReadingRow({ name, about }: SettingTexts) {
  const { saveSettings } = useParley();
  const isOn = useParleyState(({ app }) => app?.settings.askBeforeReading ?? false);
  const { problem, save } = useSaving();
  return (
    <SettingRow {...{ name, about, problem }}>
      <Segmented
        label={name}
        choices={offOrOn}
        value={isOn ? 'on' : 'off'}
        onChoose={(chosen) => void save(saveSettings({ askBeforeReading: chosen === 'on' }))}
      />
    </SettingRow>
  );
}

/** Empty where commands are confined: their cards say so. */
function confinementSettings({ about: { unconfined } }: AppState): Setting[] {
  if (unconfined === null) return [];
  return [
    {
      part: 'permissions',
      group: 'Confinement',
      name: 'Commands run with your rights',
      about: unconfinedText(unconfined),
      words: 'confined sandbox bubblewrap socat install',
      row: (texts) => <SettingRow {...texts} />,
    },
  ];
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

function ruleSettings({ rules }: AppState): Setting[] {
  if (rules.length === 0) {
    return [
      {
        part: 'permissions',
        group: 'Rules',
        name: 'There are no rules yet',
        about: 'Agents ask each time. “More choices” on a permission’s card makes a rule.',
        words: 'allow always deny command',
        row: (texts) => <SettingRow {...texts} />,
      },
    ];
  }
  const denying = rules.filter(({ effect }) => effect === 'deny');
  const allowing = rules.filter(({ effect }) => effect === 'allow');
  return [...denying, ...allowing].map((rule) => ({
    part: 'permissions',
    group: rule.effect === 'deny' ? 'Never, whatever else is allowed' : 'Always',
    name: `${ruleName(rule)} (${ruleScope(rule)})`,
    words: `allow deny rule permission ${rule.folder ?? ''}`,
    row: () => <RuleRow key={rule.id} rule={rule} />,
  }));
}

function ruleName(rule: PermissionRule): string {
  const { before, code, after } = ruleText(rule);
  return `${before}${code}${after}`;
}

export function RuleRow({ rule }: { rule: PermissionRule }) {
  const { removeRule } = useParley();
  const { problem, save } = useSaving();
  const [now] = useState(() => Date.now());
  const { before, code, after } = ruleText(rule);
  return (
    <li className="group px-4">
      <div className="flex min-h-(--setting) flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-hairline py-[7px] group-first:border-transparent">
        <div className="min-w-40 flex-1 basis-60">
          <p className="font-medium wrap-anywhere">
            {before}
            {code === '' ? null : (
              <code dir="ltr" className="font-mono text-code">
                <VisibleText text={code} layout="line" />
              </code>
            )}
            <VisibleText text={after} layout="line" />
          </p>
          <p title={rule.folder ?? undefined} className="text-second text-secondary wrap-anywhere">
            <VisibleText text={ruleScope(rule)} layout="line" /> · {usesText(rule, now)}
          </p>
        </div>
        <Button
          look="quiet"
          aria-label={visibleText(`Remove ${ruleName(rule)}`, 'line')}
          onClick={() => void save(removeRule(rule.id))}
        >
          Remove
        </Button>
        {problem !== null && (
          <div className="basis-full pb-1">
            <ProblemLine>{problem}</ProblemLine>
          </div>
        )}
      </div>
    </li>
  );
}

function usesText({ uses, lastUsedAt }: PermissionRule, now: number): string {
  if (uses === 0 || lastUsedAt === null) return 'not used yet';
  const last = dayOrAgo(lastUsedAt, now);
  const when = last.charAt(0).toLowerCase() + last.slice(1);
  return uses === 1 ? `used once, ${when}` : `used ${uses} times, last ${when}`;
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
