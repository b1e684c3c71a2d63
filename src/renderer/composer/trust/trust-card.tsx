import { ChevronDown, ShieldQuestionMark } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { TrustedThing } from '../../../shared/contract/app-contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { AgentFileKind, Finding, FolderTrust } from '../../../shared/trust/folder-trust.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import type { AskedTrust } from '../../state/composer/asked-trust.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { folderName } from '../../../shared/files/folder-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type TrustCardProps = AskedTrust & { workspace: Workspace };

/**
 * Asks whether a folder's servers, tools, slash commands and skills may be used, or the person's own tools, with all of
 * them in sight.
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
      // A card that arrives does not collapse this one while the person is at it.
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

type TrustDecisionProps = {
  of: TrustedThing;
  trust: FolderTrust;
  titleId: string;
  failure: string | null;
  sending: boolean;
  onDecide(trusted: boolean): void;
};

function TrustDecision({ of, trust, titleId, failure, sending, onDecide }: TrustDecisionProps) {
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
  /** False where there is more than can be shown. */
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
        {seen ? 'Nothing here is used until you say yes.' : 'Read to the end to decide.'}
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

/** True once the end of a scrolling list has been in sight. */
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

type Kind = Finding['type'];
type Of<Type extends Kind> = Extract<Finding, { type: Type }>;

const introductions = {
  folder:
    'This folder brings programs and settings that would run here or connect elsewhere, or tell agents what to do.',
  'own-tools':
    'These files are in tools/ of Parley’s data folder and count for all chats. Trust them only if you put them there.',
} satisfies Record<TrustedThing, string>;

type TrustFindingsProps = { of: TrustedThing; trust: FolderTrust };

/**
 * Everything in a folder that would run or connect elsewhere, by kind; what changed since the last yes comes
 * first.
 */
function TrustFindings({ of: thing, trust: { findings, changed } }: TrustFindingsProps) {
  const of = <Type extends Kind>(type: Type) =>
    findings.filter((finding): finding is Of<Type> => finding.type === type);
  const commands = of('server-command');
  const addresses = of('server-address');
  return (
    <div className="flex flex-col gap-3.5">
      {changed.length === 0 ? (
        <p>{introductions[thing]}</p>
      ) : (
        <Group title="New or changed since you trusted it">
          {changed.map((file) => (
            <Row key={file} code={file} />
          ))}
        </Group>
      )}
      <Group title="MCP servers it starts">
        {commands.map((server) => (
          <ServerRow key={server.name} server={server} />
        ))}
      </Group>
      <Group title="MCP servers it connects to">
        {addresses.map(({ name, url, variables }) => (
          <Row key={name} name={name} code={url} host={hostOf(url)}>
            <Variables names={variables} />
          </Row>
        ))}
      </Group>
      <Files title="Tools, as programs on this machine" found={of('tool')} />
      <Files title="Slash commands" found={of('slash-command')} />
      <Files title="Skills, as instructions for the agent" found={of('skill')} />
      <AgentFiles found={of('agent-file')} unseen={of('agent-file-unseen')} />
      <Group title="Settings of git that can run programs">
        {of('git-setting').map(({ file, key, value }, index) => (
          <Row key={`${file} ${index}`} code={`${key} = ${value}`}>
            <Detail>
              in <VisibleText text={file} layout="line" />
            </Detail>
          </Row>
        ))}
      </Group>
      <Group title="Not used">
        {of('not-used').map(({ file, problem }, index) => (
          <Row key={`${file} ${index}`} code={file}>
            <Detail>
              <VisibleText text={problem} layout="line" />
            </Detail>
          </Row>
        ))}
      </Group>
    </div>
  );
}

function Files({ title, found }: { title: string; found: readonly { file: string }[] }) {
  return (
    <Group title={title}>
      {found.map(({ file }) => (
        <Row key={file} code={file} />
      ))}
    </Group>
  );
}

function ServerRow({ server }: { server: Of<'server-command'> }) {
  const { name, words, env, scripts, variables } = server;
  const values = new Map(Object.entries(env));
  const set = [...values].map(([variable, value]) => `${variable}=${quoted(value)}`);
  return (
    <Row name={name} code={[...set, ...words.map(quoted)].join(' ')}>
      <Scripts files={scripts} />
      <Variables names={variables.filter((one) => values.get(one)?.includes(`\${${one}`) ?? true)} />
    </Row>
  );
}

const agentTitles: Record<AgentFileKind, string> = {
  settings: 'Settings that the agent takes from here, with commands it may run',
  program: 'Programs that the agent loads',
  prompt: 'Commands, skills and agents that may run commands',
};

type AgentFilesProps = { found: readonly Of<'agent-file'>[]; unseen: readonly Of<'agent-file-unseen'>[] };

function AgentFiles({ found, unseen }: AgentFilesProps) {
  return (
    <>
      {(['settings', 'program', 'prompt'] as const).map((holds) => (
        <Group key={holds} title={agentTitles[holds]}>
          {found
            .filter((one) => one.holds === holds)
            .map((one) => (
              <AgentFileRow key={one.file} found={one} />
            ))}
        </Group>
      ))}
      <Group title="Can’t be checked, so the agent isn’t started here">
        {unseen.map(({ file, problem }) => (
          <Row key={file} code={file}>
            <Detail>
              <VisibleText text={problem} layout="line" />
            </Detail>
          </Row>
        ))}
      </Group>
    </>
  );
}

function AgentFileRow({ found: { file, settings, scripts } }: { found: Of<'agent-file'> }) {
  return (
    <Row name={settings.length > 0 ? file : undefined} code={settings.length > 0 ? undefined : file}>
      {settings.map(({ key, value }, index) => (
        <Code key={`${key} ${index}`}>{key === '' ? value : `${key} = ${value}`}</Code>
      ))}
      <Scripts files={scripts} />
    </Row>
  );
}

function Scripts({ files }: { files: readonly string[] }) {
  if (files.length === 0) return null;
  return (
    <Detail>
      {files.length === 1 ? 'Script of this folder: ' : 'Scripts of this folder: '}
      <VisibleText text={files.join(', ')} layout="line" />
    </Detail>
  );
}

function Group({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-second font-medium text-secondary">{title}</h3>
      <ul className="rounded-control border border-hairline">{children}</ul>
    </section>
  );
}

type RowProps = {
  name?: string | undefined;
  code?: string | undefined;
  host?: string | undefined;
  children?: ReactNode;
};

function Row({ name, code, host, children }: RowProps) {
  return (
    <li className="min-w-0 border-t border-hairline px-3 py-1.5 first:border-transparent">
      {name !== undefined && (
        <p className="font-medium wrap-anywhere">
          <VisibleText text={name} layout="line" />
          {host !== undefined && (
            <span className="font-normal text-secondary">
              {' '}
              at <VisibleText text={host} layout="line" />
            </span>
          )}
        </p>
      )}
      {code !== undefined && <Code>{code}</Code>}
      {children}
    </li>
  );
}

function Code({ children }: { children: string }) {
  return (
    <code dir="ltr" className="block font-mono text-code whitespace-pre-wrap wrap-anywhere">
      <VisibleText text={children} layout="line" />
    </code>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return <p className="text-small text-secondary wrap-anywhere">{children}</p>;
}

function Variables({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Detail>
      With <VisibleText text={names.join(', ')} layout="line" />
    </Detail>
  );
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/** Quotes a word of a command as a shell would need it. */
function quoted(word: string): string {
  return /^[\p{L}\p{M}\p{N}_\-./:,+@%=${}]+$/u.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
