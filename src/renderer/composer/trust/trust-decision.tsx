import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TrustedThing } from '../../../shared/contract/folder-calls.ts';
import type { FolderTrust } from '../../../shared/trust/folder-trust.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TrustFindings } from './trust-findings.tsx';

type TrustDecisionProps = {
  of: TrustedThing;
  trust: FolderTrust;
  titleId: string;
  failure: string | null;
  sending: boolean;
  onDecide(trusted: boolean): void;
};

/** The findings of a folder, to be read to their end, and the decision about them. */
export function TrustDecision({ of, trust, titleId, failure, sending, onDecide }: TrustDecisionProps) {
  const list = useRef<HTMLDivElement>(null);
  const seen = useSeenToEnd(list);
  return (
    <>
      <div
        ref={list}
        role="group"
        aria-labelledby={titleId}
        tabIndex={0}
        className="min-h-0 overflow-y-auto -outline-offset-2 border-t border-hairline px-4 py-3"
      >
        <TrustFindings of={of} trust={trust} />
      </div>
      {failure !== null && (
        <div className="px-4 pb-2">
          <ProblemLine>{failure}</ProblemLine>
        </div>
      )}
      <Foot
        of={of}
        about={trust.fingerprint}
        canTrust={!trust.findings.some(({ type }) => type === 'agent-file-unseen')}
        {...{ seen, sending, onDecide }}
        onMore={() => list.current?.scrollBy({ top: list.current.clientHeight - 24 })}
      />
    </>
  );
}

type FootProps = {
  of: TrustedThing;
  about: string;
  /** False where there is more than can be looked at. */
  canTrust: boolean;
  seen: boolean;
  sending: boolean;
  onMore(): void;
  onDecide(trusted: boolean): void;
};

/** Nothing is trusted before its end was in sight. */
function Foot({ of, about, canTrust, seen, sending, onMore, onDecide }: FootProps) {
  return (
    <div className="flex min-h-(--card-foot) shrink-0 flex-wrap items-center justify-end gap-x-2 gap-y-1 border-t border-hairline px-3 py-2">
      <p className="min-w-0 flex-1 basis-36 ps-1 text-small text-tertiary">
        {seen ? 'Nothing of it is used before you say yes.' : 'Read to the end to decide.'}
      </p>
      <span className="ms-auto flex gap-2">
        <DecidingButton about={about} off={sending} onClick={() => onDecide(false)}>
          Don’t trust
        </DecidingButton>
        {seen ? (
          <DecidingButton
            look="primary"
            about={about}
            off={sending || !canTrust}
            onClick={() => onDecide(true)}
          >
            {of === 'own-tools' ? 'Trust tools' : 'Trust folder'}
          </DecidingButton>
        ) : (
          <Button look="primary" onClick={onMore}>
            Show more
          </Button>
        )}
      </span>
    </div>
  );
}

/** True once the end of a list that scrolls has been in sight. */
function useSeenToEnd(list: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (element === null || seen) return;
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      if (clientHeight > 0 && scrollTop + clientHeight >= scrollHeight - 2) setSeen(true);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look);
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, seen]);
  return seen;
}
