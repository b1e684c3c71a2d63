import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { BringBackOffer } from '../../shared/contract/bring-back.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { Menu, menuItemLook } from '../ui/menu.tsx';
import { type Way, ways } from './ways.ts';

type BringBackMenuProps = {
  workspaceId: WorkspaceId;
  onProblem(problem: string | null): void;
};

/** A button with all that can be done with what a chat has changed in its worktree. */
export function BringBackMenu({ workspaceId, onProblem }: BringBackMenuProps) {
  const parley = useParley();

  async function choose(way: Way): Promise<void> {
    onProblem(null);
    try {
      await way.choose(parley, workspaceId);
    } catch (error) {
      onProblem(failureText(error));
    }
  }

  return (
    <Menu label="Bring back" icon={<ChevronDown aria-hidden />} text="primary">
      <Ways workspaceId={workspaceId} onChoose={(way) => void choose(way)} />
    </Menu>
  );
}

type WaysProps = { workspaceId: WorkspaceId; onChoose(way: Way): void };

/** The ways, each with what it comes to; one that can't be taken now says why. */
function Ways({ workspaceId, onChoose }: WaysProps) {
  const offer = useOffer(workspaceId);
  return ways.map((group, index) => (
    // As wide at first as with the texts that come later, since the menu is placed only once.
    <div key={group[0]?.label} className="w-96 max-w-full">
      {index === 0 ? null : <hr className="mx-2.5 my-1 border-hairline" />}
      {group.map((way) => {
        const about =
          offer.type === 'read' ? way.about(offer.offer) : { can: false, text: unknownText[offer.type] };
        return <WayItem key={way.label} {...{ way, about }} onChoose={() => onChoose(way)} />;
      })}
    </div>
  ));
}

type WayItemProps = { way: Way; about: ReturnType<Way['about']>; onChoose(): void };

function WayItem({ way: { label, icon: Icon }, about, onChoose }: WayItemProps) {
  const aboutId = useId();
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={!about.can || undefined}
      aria-describedby={aboutId}
      onClick={(event) => {
        event.stopPropagation();
        if (!about.can) return;
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onChoose();
      }}
      className={`${menuItemLook} items-start! py-2!`}
    >
      <Icon aria-hidden className="mt-1 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className={about.can ? '' : 'text-secondary'}>{label}</span>
        <span id={aboutId} aria-hidden className="block text-small text-secondary wrap-anywhere">
          {visibleText(about.text, 'line')}
        </span>
      </span>
    </button>
  );
}

type Offer =
  | { type: 'read'; offer: BringBackOffer }
  | { type: 'reading' }
  | { type: 'gone' }
  | { type: 'failed' };

const unknownText: Record<Exclude<Offer['type'], 'read'>, string> = {
  reading: 'Looking at the worktree …',
  gone: 'The worktree is not there, or belongs to no repository any more',
  failed: 'The worktree could not be read. Trying again …',
};

/** The time between two looks, in milliseconds. */
const lookEvery = 2_000;

/** Looks when the menu opens, and again and again while it is open: agents, and the person elsewhere, go on meanwhile. */
function useOffer(workspaceId: WorkspaceId): Offer {
  const { companion } = useParley();
  const [offer, setOffer] = useState<Offer>({ type: 'reading' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const next = await companion.client.bringBack.offer({ workspaceId }).then(
        (found): Offer => (found === null ? { type: 'gone' } : { type: 'read', offer: found }),
        (): Offer => ({ type: 'failed' }),
      );
      if (isOver) return;
      setOffer(next);
      timer = setTimeout(() => void look(), lookEvery);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [companion, workspaceId]);
  return offer;
}
