import { type ReactNode } from 'react';
import type { TrustedThing } from '../../../shared/contract/folder-calls.ts';
import type { AgentFileKind, Finding, FolderTrust } from '../../../shared/trust/folder-trust.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type Kind = Finding['type'];
type Of<Type extends Kind> = Extract<Finding, { type: Type }>;

const introductions = {
  folder: 'This folder brings things of its own that would run here or reach out.',
  'own-tools':
    'These files lie in tools/ of Parley’s data folder, for all chats. Go on if you put them there.',
} satisfies Record<TrustedThing, string>;

type TrustFindingsProps = { of: TrustedThing; trust: FolderTrust };

/** All that of a folder would run or reach out, by what it is; what changed since the last yes comes first. */
export function TrustFindings({ of: thing, trust: { findings, changed } }: TrustFindingsProps) {
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
      <Group title="Tools, as programs on this machine">
        {of('tool').map(({ file }) => (
          <Row key={file} code={file} />
        ))}
      </Group>
      <Group title="Slash commands">
        {of('slash-command').map(({ file }) => (
          <Row key={file} code={file} />
        ))}
      </Group>
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

/** The words for what the chat's agent finds in the folder by itself. */
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
      <Group title="Can’t be looked at, so the agent isn’t started here">
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
      <h3 className="mb-1 text-small font-medium text-secondary">{title}</h3>
      <ul className="flex flex-col gap-1.5">{children}</ul>
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
    <li className="min-w-0">
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

/** Returns a word of a command as a shell would take it. */
function quoted(word: string): string {
  return /^[\p{L}\p{M}\p{N}_\-./:,+@%=${}]+$/u.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
