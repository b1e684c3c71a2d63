import { useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { PermissionRule } from '../../../shared/permissions/permission-rule.ts';
import { ruleScope, ruleWords } from '../../cards/permission/rule-words.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { dayOrAgo } from '../../ui/day-or-ago.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';

/** Says what a rule is about, as one text. */
export function ruleName(rule: PermissionRule): string {
  const { before, code, after } = ruleWords(rule);
  return `${before}${code}${after}`;
}

/** One standing answer: what it is about, for whom and where, how often it was used, and its end. */
export function RuleRow({ rule }: { rule: PermissionRule }) {
  const { removeRule } = useParley();
  const { problem, save } = useSaving();
  const [now] = useState(() => Date.now());
  const { before, code, after } = ruleWords(rule);
  return (
    <li className="group px-4">
      <div className="flex min-h-[46px] flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-hairline py-[7px] group-first:border-transparent">
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

/** Says how often a rule was used, and when last. */
export function usesText({ uses, lastUsedAt }: PermissionRule, now: number): string {
  if (uses === 0 || lastUsedAt === null) return 'not used yet';
  const last = dayOrAgo(lastUsedAt, now);
  const when = last.charAt(0).toLowerCase() + last.slice(1);
  return uses === 1 ? `used once, ${when}` : `used ${uses} times, last ${when}`;
}
