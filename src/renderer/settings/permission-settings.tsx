import type { AppState } from '../../shared/contract/app-state.ts';
import { ruleScope } from '../cards/permission/rule-words.ts';
import { ruleName, RuleRow } from './rule-row.tsx';
import type { Setting } from './setting.ts';
import { SettingRow } from './setting-row.tsx';

/** The person's standing answers, those that deny first. */
export function permissionSettings({ rules }: AppState): Setting[] {
  if (rules.length === 0) {
    return [
      {
        part: 'permissions',
        group: 'Rules',
        name: 'There are no rules yet',
        about: 'Agents ask each time. More choices on a permission’s card makes a rule.',
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
