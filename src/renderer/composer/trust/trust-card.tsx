import { ChevronDown, ShieldQuestionMark } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FolderTrust } from '../../../shared/trust/folder-trust.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { TrustFindings } from './trust-findings.tsx';

type TrustCardProps = {
  workspace: Workspace;
  /** Names what the folder asks for now. */
  fingerprint: string;
};

/** Asks whether a folder's own servers, tools and slash commands may be used, with all of them in sight. */
export function TrustCard({ workspace: { id, waiting }, fingerprint }: TrustCardProps) {
  const { companion } = useParley();
  const [trust, setTrust] = useState<FolderTrust | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useCallback(
    () =>
      companion.client.workspace.readTrust({ workspaceId: id }).then(
        (read) => {
          setTrust(read);
          setProblem(null);
        },
        (error: unknown) => setProblem(failureText(error)),
      ),
    [companion, id],
  );
  const isShown = trust?.fingerprint === fingerprint;
  useEffect(() => {
    if (!isShown) void reload();
  }, [isShown, reload]);
  if (trust?.state === 'asks')
    return <Asking key={trust.fingerprint} {...{ trust, reload }} workspaceId={id} hasCard={waiting > 0} />;
  return problem === null ? null : (
    <div className="pb-2">
      <ProblemLine>{problem}</ProblemLine>
    </div>
  );
}

type AskingProps = {
  workspaceId: WorkspaceId;
  trust: FolderTrust;
  /** True while a card of the chat waits, which is to be read first. */
  hasCard: boolean;
  reload(): Promise<void>;
};

function Asking({ workspaceId, trust, hasCard, reload }: AskingProps) {
  const { companion, requestCaret } = useParley();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? !hasCard;
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const titleId = useId();

  async function decide(trusted: boolean): Promise<void> {
    setSending(true);
    const { fingerprint } = trust;
    try {
      await companion.client.workspace.decideTrust({ workspaceId, fingerprint, trusted });
      requestCaret();
    } catch (error) {
      setFailure(failureText(error));
      setSending(false);
      await reload();
    }
  }

  return (
    <section
      aria-labelledby={titleId}
      // Whoever is at work in it is not interrupted by a card that comes.
      onFocus={() => open && setChosen(true)}
      className="card @container mb-2 flex max-h-[60dvh] min-h-0 flex-col rounded-card border border-t-2 border-accent-line border-t-accent-mark bg-raised"
    >
      <Head {...{ trust, titleId, open }} onToggle={() => setChosen(!open)} />
      {open && (
        <Decision {...{ trust, titleId, failure, sending }} onDecide={(trusted) => void decide(trusted)} />
      )}
    </section>
  );
}

type DecisionProps = {
  trust: FolderTrust;
  titleId: string;
  failure: string | null;
  sending: boolean;
  onDecide(trusted: boolean): void;
};

function Decision({ trust, titleId, failure, sending, onDecide }: DecisionProps) {
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
        <TrustFindings trust={trust} />
      </div>
      {failure !== null && (
        <div className="px-4 pb-2">
          <ProblemLine>{failure}</ProblemLine>
        </div>
      )}
      <Foot
        about={trust.fingerprint}
        {...{ seen, sending, onDecide }}
        onMore={() => list.current?.scrollBy({ top: list.current.clientHeight - 24 })}
      />
    </>
  );
}

type HeadProps = { trust: FolderTrust; titleId: string; open: boolean; onToggle(): void };

function Head({ trust, titleId, open, onToggle }: HeadProps) {
  return (
    <header className="flex min-h-(--card-head) shrink-0 items-center gap-x-2 rounded-t-[inherit] bg-accent-wash py-1.5 ps-4 pe-1.5">
      <ShieldQuestionMark aria-hidden className="size-4 shrink-0 text-accent-ink" />
      <h2 id={titleId} className="min-w-0 flex-1 font-semibold wrap-anywhere" title={trust.folder}>
        {trust.changed.length > 0 ? 'Still trust ' : 'Trust '}
        <VisibleText text={nameOf(trust.folder)} layout="line" />?
      </h2>
      <IconButton
        label="Collapse"
        title={open ? 'Collapse' : 'Expand'}
        aria-expanded={open}
        onClick={onToggle}
        icon={<ChevronDown aria-hidden className={open ? '' : '-rotate-90 rtl:rotate-90'} />}
      />
    </header>
  );
}

type FootProps = {
  about: string;
  seen: boolean;
  sending: boolean;
  onMore(): void;
  onDecide(trusted: boolean): void;
};

/** Nothing is trusted before its end was in sight. */
function Foot({ about, seen, sending, onMore, onDecide }: FootProps) {
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
          <DecidingButton look="primary" about={about} off={sending} onClick={() => onDecide(true)}>
            Trust folder
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

function nameOf(folder: string): string {
  return folder.split(/[/\\]/).findLast((name) => name !== '') ?? folder;
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
