import { ChevronDown, ShieldQuestionMark } from 'lucide-react';
import { useCallback, useEffect, useId, useState } from 'react';
import type { TrustedThing } from '../../../shared/contract/folder-calls.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FolderTrust } from '../../../shared/trust/folder-trust.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import type { AskedTrust } from '../../state/composer/asked-trust.ts';
import { folderName } from '../../ui/folder-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { TrustDecision } from './trust-decision.tsx';

type TrustCardProps = AskedTrust & { workspace: Workspace };

/**
 * Asks whether a folder's own servers, tools and slash commands may be used, or the person's own tools, with all of them
 * in sight.
 */
export function TrustCard({ workspace: { id, waiting }, of, fingerprint }: TrustCardProps) {
  const { companion } = useParley();
  const [trust, setTrust] = useState<FolderTrust | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useCallback(
    () =>
      companion.client.workspace.readTrust({ workspaceId: id, of }).then(
        (read) => {
          setTrust(read);
          setProblem(null);
        },
        (error: unknown) => setProblem(failureText(error)),
      ),
    [companion, id, of],
  );
  const isShown = trust?.fingerprint === fingerprint;
  useEffect(() => {
    if (!isShown) void reload();
  }, [isShown, reload]);
  if (trust?.state === 'asks')
    return (
      <Asking key={trust.fingerprint} {...{ of, trust, reload }} workspaceId={id} hasCard={waiting > 0} />
    );
  return problem === null ? null : (
    <div className="pb-2">
      <ProblemLine>{problem}</ProblemLine>
    </div>
  );
}

type AskingProps = {
  workspaceId: WorkspaceId;
  of: TrustedThing;
  trust: FolderTrust;
  /** True while a card of the chat waits, which is to be read first. */
  hasCard: boolean;
  reload(): Promise<void>;
};

function Asking({ workspaceId, of, trust, hasCard, reload }: AskingProps) {
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
      await companion.client.workspace.decideTrust({ workspaceId, of, fingerprint, trusted });
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
      className="card @container mb-2 flex max-h-[60dvh] short:max-h-[55dvh] min-h-0 flex-col rounded-card border border-t-2 border-accent-line border-t-accent-mark bg-raised"
    >
      <Head {...{ of, trust, titleId, open }} onToggle={() => setChosen(!open)} />
      {open && (
        <TrustDecision
          {...{ of, trust, titleId, failure, sending }}
          onDecide={(trusted) => void decide(trusted)}
        />
      )}
    </section>
  );
}

type HeadProps = { of: TrustedThing; trust: FolderTrust; titleId: string; open: boolean; onToggle(): void };

function Head({ of, trust, titleId, open, onToggle }: HeadProps) {
  return (
    <header className="flex min-h-(--card-head) shrink-0 items-center gap-x-2 rounded-t-[inherit] bg-accent-wash py-1.5 ps-4 pe-1.5">
      <ShieldQuestionMark aria-hidden className="size-4 shrink-0 text-accent-ink" />
      <h2 id={titleId} className="min-w-0 flex-1 font-semibold wrap-anywhere" title={trust.folder}>
        {trust.changed.length > 0 ? 'Still trust ' : 'Trust '}
        {of === 'own-tools' ? (
          'your own tools'
        ) : (
          <VisibleText text={folderName(trust.folder)} layout="line" />
        )}
        ?
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
