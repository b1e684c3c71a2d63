import { prefixCoverage } from './command-table.ts';
import type { PrefixCoverage, RuleDraft } from './permission-rule.ts';

/** Returns a rule with what it covers, null for nothing; one that is about no command prefix which it allows, as it is. */
export function withCoverage<Rule extends RuleDraft>(
  rule: Rule,
): Rule & { coverage?: PrefixCoverage | null } {
  const { effect, match } = rule;
  if (effect === 'deny' || match.type !== 'command' || !match.open) return rule;
  return { ...rule, coverage: prefixCoverage(match.words) ?? null };
}
