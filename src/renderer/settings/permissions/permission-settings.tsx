import type { AppState } from '../../../shared/contract/app-state.ts';
import { unconfinedWords } from '../../../shared/permissions/subject-words.ts';
import { ruleScope } from '../../cards/permission/rule-words.ts';
import { ruleName, RuleRow } from './rule-row.tsx';
import type { Setting } from '../setting.ts';
import { TrustRow } from './trust-row.tsx';
import { SettingRow } from '../setting-row.tsx';

/** The person's standing answers, those that deny first, and the folders they decided about. */
export function permissionSettings(app: AppState): Setting[] {
  return [...confinementSettings(app), ...ruleSettings(app), ...trustSettings(app)];
}

/** Nothing where commands are confined: their cards say so. */
function confinementSettings({ about: { unconfined } }: AppState): Setting[] {
  if (unconfined === null) return [];
  return [
    {
      part: 'permissions',
      group: 'Confinement',
      name: 'Commands run with your rights',
      about: unconfinedWords(unconfined),
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
