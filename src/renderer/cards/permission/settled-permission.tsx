import type { RuleId } from '../../../shared/ids.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { CardLine } from '../card-frame.tsx';
import type { PermissionCardState } from './permission-card-kind.ts';
import type { PermissionPart } from './permission-part.tsx';
import { ruleScope, ruleWords, settledWords } from './permission-words.ts';

type SettledProps = { part: PermissionPart; hasRule: boolean; onUndoRule(id: RuleId): void };

/** How a permission ended, in a line; a rule that had to do with it can be removed there. */
export function settledLine({ part, hasRule, onUndoRule }: SettledProps): CardLine {
  const { permission, result } = part;
  const { before, code, after } = settledWords(permission, result !== null);
  const ruleId = permission.settlement?.rule?.id;
  return {
    what: (
      <>
        {before}
        <code dir="ltr" className="font-mono text-code">
          <VisibleText text={code} layout="line" />
        </code>
        <VisibleText text={after} layout="line" />
      </>
    ),
    whole: `${before}${code}${after}`,
    actions:
      ruleId !== undefined && hasRule ? (
        <Button look="quiet" className="text-ink" onClick={() => onUndoRule(ruleId)}>
          Undo rule
        </Button>
      ) : null,
  };
}

/** What was answered, and what was entered and not sent. */
export function SettledDetails({ part, card }: { part: PermissionPart; card: PermissionCardState }) {
  const { settlement } = part.permission;
  if (settlement === null) return null;
  const { verdict, rule } = settlement;
  const left = [
    { name: 'Reason', text: card.reason },
    { name: 'Command', text: card.line ?? '' },
  ].filter(({ text }) => text.trim() !== '');
  return (
    <>
      {verdict.type === 'allowed' && verdict.line !== undefined ? (
        <Said name="You changed the command to" text={verdict.line} />
      ) : null}
      {verdict.type === 'denied' && verdict.reason !== undefined ? (
        <Said name="Your reason" text={verdict.reason} />
      ) : null}
      {rule === undefined ? null : <Said name="Your rule" text={ruleText(rule)} />}
      {left.map(({ name, text }) => (
        <div key={name} className="flex items-start gap-2">
          <Said name={`${name}, entered here and not sent`} text={text} />
          <CopyButton label={`Copy ${name.toLowerCase()}`} text={() => text} />
        </div>
      ))}
    </>
  );
}

function ruleText(rule: Parameters<typeof ruleScope>[0] & Parameters<typeof ruleWords>[0]): string {
  const { before, code, after } = ruleWords(rule);
  return `${before}${code}${after} (${ruleScope(rule)})`;
}

function Said({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0 flex-1 text-second">
      <p className="text-small text-tertiary">{name}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <VisibleText text={text} />
      </p>
    </div>
  );
}
