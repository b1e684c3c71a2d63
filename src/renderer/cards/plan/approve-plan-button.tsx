import { ChevronDown } from 'lucide-react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { PlanChoice } from '../../../shared/previews/preview.ts';
import { DecidingButton, DecidingItem } from '../../ui/decision/deciding-controls.tsx';
import { Menu } from '../../ui/menu.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type ApproveButtonProps = {
  about: string;
  isOff: boolean;
  choices: readonly PlanChoice[];
  onApprove(choice?: string): void;
};

/** Approves a plan; the ways in which its agent can go on are in a menu on the button. */
export function ApproveButton({ about, isOff, choices, onApprove }: ApproveButtonProps) {
  const [usual, ...others] = choices;
  const approve = (
    <DecidingButton
      look="primary"
      about={about}
      off={isOff}
      title={usual && visibleText(usual.words, 'line')}
      className={others.length > 0 ? 'rounded-e-none' : ''}
      onClick={() => onApprove()}
    >
      Approve plan
    </DecidingButton>
  );
  if (usual === undefined || others.length === 0) return approve;
  return (
    <span className="inline-flex gap-px">
      {approve}
      <Menu label="Ways to go on" icon={<ChevronDown aria-hidden />} attached focusItem={false}>
        {choices.map(({ id, words }) => (
          <DecidingItem key={id} about={about} off={isOff} onClick={() => onApprove(id)}>
            <span className="block wrap-anywhere">
              <VisibleText text={words} layout="line" />
            </span>
            {id === usual.id ? (
              <span className="block text-small text-tertiary">What Approve plan does</span>
            ) : null}
          </DecidingItem>
        ))}
      </Menu>
    </span>
  );
}
