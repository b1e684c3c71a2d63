import { ChevronDown } from 'lucide-react';
import type { PermissionChoice } from '../../../shared/permissions/permission.ts';
import { DecidingItem } from '../../ui/decision/deciding-controls.tsx';
import { Menu } from '../../ui/menu.tsx';
import { menuItemLook } from '../../ui/menu-item.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { laidOut } from './permission-words.ts';
import { ruleScope, ruleWords } from './rule-words.ts';
import type { PermissionCardState } from './permission-card-kind.ts';

type ChoicesMenuProps = {
  choices: readonly PermissionChoice[];
  asker: string;
  /** Names what is decided about as it is shown. */
  about: string;
  card: PermissionCardState;
  onChoose(choice: PermissionChoice): void;
  onAnyAsker(anyAsker: boolean): void;
};

/** The wider answers, the narrowest first. Opening it chooses nothing: no item has the focus by itself. */
export function ChoicesMenu({ choices, asker, about, card, onChoose, onAnyAsker }: ChoicesMenuProps) {
  const { wider, refusals } = laidOut(choices);
  const hasRules = choices.some(({ rule }) => rule !== undefined);
  if (wider.length + refusals.length === 0) return null;
  const items = (some: readonly PermissionChoice[]) =>
    some.map((choice) => (
      <DecidingItem key={choice.id} about={about} onClick={() => onChoose(choice)}>
        <ChoiceWords choice={choice} anyAsker={card.anyAsker} />
      </DecidingItem>
    ));
  return (
    <Menu label="More choices" icon={<ChevronDown aria-hidden />} text="secondary" focusItem={false}>
      {items(wider)}
      {wider.length > 0 && refusals.length > 0 ? <Line /> : null}
      {items(refusals)}
      {hasRules ? (
        <>
          <Line />
          <button
            type="button"
            role="menuitemcheckbox"
            aria-checked={card.anyAsker}
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
              onAnyAsker(!card.anyAsker);
            }}
            className={`${menuItemLook} text-second`}
          >
            <span
              aria-hidden
              className={`size-3.5 shrink-0 rounded-small border ${card.anyAsker ? 'border-transparent bg-solid' : 'border-control'}`}
            />
            <span className="min-w-0 wrap-anywhere">
              For every agent, not only <VisibleText text={asker} layout="line" />
            </span>
          </button>
        </>
      ) : null}
    </Menu>
  );
}

function Line() {
  return <hr className="mx-2.5 my-1 border-hairline" />;
}

function ChoiceWords({ choice, anyAsker }: { choice: PermissionChoice; anyAsker: boolean }) {
  const { words, rule, meaning, coverage } = choice;
  if (rule === undefined) {
    const own = words ?? ownWords[meaning];
    return <VisibleText text={own} layout="line" />;
  }
  const { before, code, after } = ruleWords(rule);
  const scope = ruleScope({ ...rule, ...(anyAsker && { asker: null }), ...(coverage && { coverage }) });
  return (
    <>
      <span className="block wrap-anywhere">
        {words === undefined ? (
          <>
            {before}
            <code dir="ltr" className="font-mono text-code">
              <VisibleText text={code} layout="line" />
            </code>
            <VisibleText text={after} layout="line" />
          </>
        ) : (
          <VisibleText text={words} layout="line" />
        )}
      </span>
      <span className="block text-small text-tertiary wrap-anywhere">
        <VisibleText text={scope} layout="line" />
      </span>
    </>
  );
}

const ownWords = {
  once: 'Allow once',
  always: 'Always allow',
  no: 'Deny',
  'no-and-stop': 'Deny, and stop',
} as const;
