import { useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { PermissionRule, RuleUse } from '../../../shared/permissions/permission-rule.ts';
import { ruleScope, ruleText } from '../../../shared/permissions/permission-text.ts';
import { withCoverage } from '../../../shared/permissions/rule-coverage.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { dayOrAgo } from '../../ui/day-or-ago.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';

export function ruleName(rule: PermissionRule): string {
  const { before, code, after } = ruleText(rule);
  return `${before}${code}${after}`;
}

type RuleRowProps = { rule: PermissionRule; lastUse?: RuleUse | undefined };

/** A rule with what it covers, what it last answered, and how often it was used. */
export function RuleRow({ rule, lastUse }: RuleRowProps) {
  const { removeRule } = useParley();
  const { problem, save } = useSaving();
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
            <VisibleText text={ruleScope(withCoverage(rule))} layout="line" />
            <LastUse rule={rule} lastUse={lastUse} />
          </p>
        </div>
        <Uses rule={rule} />
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

/** The command that it last answered, where that is another than the rule itself says. */
function LastUse({ rule, lastUse }: RuleRowProps) {
  if (lastUse === undefined || lastUse.name === ruleText(rule).code) return null;
  return (
    <>
      {' · last: '}
      <code dir="ltr" className="font-mono text-code">
        <VisibleText text={lastUse.name} layout="line" />
      </code>
    </>
  );
}

/** How often a rule was used, and when last. */
function Uses({ rule: { uses, lastUsedAt } }: { rule: PermissionRule }) {
  const [now] = useState(() => Date.now());
  if (uses === 0 || lastUsedAt === null)
    return <span className="shrink-0 text-small text-tertiary">Not used yet</span>;
  return (
    <span className="flex shrink-0 items-baseline gap-x-4">
      <span className="text-second font-medium tabular-nums">{uses === 1 ? 'Once' : `${uses} times`}</span>
      <span className="min-w-18 text-end text-small text-tertiary">{dayOrAgo(lastUsedAt, now)}</span>
    </span>
  );
}
