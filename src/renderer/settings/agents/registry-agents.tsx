import { Download, RefreshCw } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ListedAgent, ListedAgents, PackageLook } from '../../../shared/providers/agent-registry.ts';
import { failureText } from '../../connection/connection.ts';
import { openOutside } from '../../host.ts';
import { useParley } from '../../parley-context.tsx';
import { ActivityMark } from '../../ui/activity-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { dayOrAgo } from '../../ui/day-or-ago.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { SettingTexts } from '../setting.ts';
import { SettingRow } from '../setting-row.tsx';
import { InstallButton, InstallFailure, InstallLines, installText } from './install-agent.tsx';
import { useFoundAgents, useInstall } from './use-found-agents.ts';

/** Agents of the ACP registry that are not here yet, and what fetches that list anew. */
export function RegistryAgents(texts: SettingTexts) {
  const { companion } = useParley();
  const { agents: calls } = companion.client;
  const now = useNow(minute);
  const here = useFoundAgents();
  const [list, setList] = useState<ListedAgents | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    calls.readRegistry().then(
      (read) => isShown && setList((known) => known ?? read),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [calls]);

  async function refresh(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      setList(await calls.refreshRegistry());
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  const found = new Set(here?.agents.map(({ agent }) => agent));
  const agents = list?.agents.filter(({ agent }) => !found.has(agent)) ?? [];
  return (
    <SettingRow
      {...texts}
      about={aboutList(list, now)}
      problem={problem}
      below={agents.length > 0 && <AgentList agents={agents} />}
    >
      <Button look="quiet" aria-disabled={isBusy} onClick={() => void refresh()}>
        {isBusy ? <ActivityMark /> : <RefreshCw aria-hidden />}
        Refresh
      </Button>
    </SettingRow>
  );
}

const minute = 60_000;

function aboutList(list: ListedAgents | null, now: number): string {
  const what = 'Other agents that speak ACP, to choose from.';
  if (list === null) return what;
  if (list.at === null) return `${what} The list that came with Parley has only those above.`;
  return `${what} Last refresh: ${dayOrAgo(list.at, now)}.`;
}

/** More agents than this get a field to find one. */
const mostUnsearched = 8;

function AgentList({ agents }: { agents: readonly ListedAgent[] }) {
  const [sought, setSought] = useState('');
  const words = sought.toLowerCase().split(/\s+/);
  const shown = agents.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div className="flex flex-col gap-2 pb-3">
      {agents.length > mostUnsearched && (
        <TextInput
          type="search"
          aria-label="Find an agent of the registry"
          placeholder={`Search ${agents.length} agents`}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      <ul
        aria-label="Agents of the ACP registry"
        className="max-h-96 overflow-y-auto rounded-control border border-hairline"
      >
        {shown.map((agent) => (
          <ListedRow key={agent.agent} agent={agent} />
        ))}
        {shown.length === 0 && <li className="px-3 py-2.5 text-second text-secondary">None found.</li>}
      </ul>
    </div>
  );
}

function ListedRow({ agent }: { agent: ListedAgent }) {
  const { name, version, description, website, license, spec } = agent;
  const install = useInstall(agent.agent);
  const [open, setOpen] = useState(false);
  const id = useId();
  const shown = visibleText(name, 'line');
  return (
    <li className="border-t border-hairline px-3 py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-40 flex-1">
          <p className="font-medium wrap-anywhere">
            <VisibleText text={name} layout="line" />
            <span className="ms-2 font-normal text-tertiary">
              <VisibleText text={[version, license].filter(Boolean).join(' · ')} layout="line" />
            </span>
          </p>
          <p className="line-clamp-2 text-second text-secondary wrap-anywhere">
            <VisibleText text={description} layout="line" />
          </p>
        </div>
        {install !== undefined && install.state.type !== 'failed' && (
          <span role="status" className="flex items-center gap-2 text-second text-secondary tabular-nums">
            <ActivityMark />
            {installText(install)}
          </span>
        )}
        {install !== undefined && <InstallButton agent={agent} install={install} spec={spec} />}
        {install === undefined && spec !== null && (
          <Button
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={`Install… ${shown}`}
            onClick={() => setOpen(!open)}
          >
            <Download aria-hidden />
            Install…
          </Button>
        )}
        {spec === null && <ByItself name={shown} website={website} />}
      </div>
      {open && install === undefined && spec !== null && (
        <div id={id}>
          <BeforeInstall agent={agent} spec={spec} />
        </div>
      )}
      {install !== undefined && install.lines.length > 0 && install.state.type !== 'failed' && (
        <div className="pt-2">
          <InstallLines lines={install.lines} name={name} />
        </div>
      )}
      {install?.state.type === 'failed' && (
        <div className="pt-2">
          <InstallFailure install={install} name={name} />
        </div>
      )}
    </li>
  );
}

/** An agent that does not come by npm. */
function ByItself({ name, website }: { name: string; website: string | null }) {
  if (website === null) return <span className="text-second text-secondary">Not from npm</span>;
  return (
    <Button
      look="quiet"
      aria-label={`Not from npm: see its site, ${website}, for ${name}`}
      onClick={() => openOutside(website)}
    >
      Not from npm: see its site
    </Button>
  );
}

/** What an install would fetch and start, and what of it does not run, before anything is done. */
function BeforeInstall({ agent, spec }: { agent: ListedAgent; spec: string }) {
  const { companion } = useParley();
  const [look, setLook] = useState<PackageLook | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    companion.client.agents.lookAtPackage({ agent: agent.agent }).then(
      (seen) => isShown && setLook(seen),
      (error: unknown) => isShown && setProblem(failureText(error)),
    );
    return () => {
      isShown = false;
    };
  }, [companion, agent.agent]);
  if (problem !== null)
    return (
      <div className="pt-2">
        <ProblemLine>{problem}</ProblemLine>
      </div>
    );
  if (look === null)
    return (
      <p role="status" className="flex items-center gap-2 pt-2 text-second text-secondary">
        <ActivityMark />
        Asking npm about it…
      </p>
    );
  // Another version may have been listed meanwhile, in another window.
  if (look.spec !== spec)
    return (
      <div className="pt-2">
        <ProblemLine>{`The list has ${look.spec} now. Press Refresh to see it.`}</ProblemLine>
      </div>
    );
  return <Looked {...{ agent, look }} />;
}

function Looked({ agent, look }: { agent: ListedAgent; look: PackageLook }) {
  const { spec, command, env, scripts, bytes, folder } = look;
  const { name } = agent;
  return (
    <div className="flex flex-col gap-2 pt-2 text-second text-secondary">
      <p className="wrap-anywhere">
        Fetches <code className="font-mono text-code text-ink">{spec}</code>
        {bytes !== null && ` (${(bytes / 1_000_000).toFixed(1)} MB)`} and what it needs from npm, into
      </p>
      <CommandText text={folder} name={`the folder of ${name}`} />
      <Scripts scripts={scripts} />
      <p>Is then started once to see that it works, and in chats with your rights, as</p>
      <CommandText text={command} name={`the command of ${name}`} />
      {env.length > 0 && (
        <p className="wrap-anywhere">
          With{' '}
          <code className="font-mono text-code text-ink">
            <VisibleText
              text={env.map(({ name: variable, value }) => `${variable}=${value}`).join(' ')}
              layout="line"
            />
          </code>
        </p>
      )}
      <div className="flex justify-end">
        <InstallButton agent={agent} install={undefined} spec={spec} />
      </div>
    </div>
  );
}

function Scripts({ scripts }: Pick<PackageLook, 'scripts'>) {
  if (scripts.length === 0) return <p>It has no install scripts. Those of what it needs don’t run.</p>;
  return (
    <>
      <p>It has install scripts. Neither these run, nor those of what it needs:</p>
      <ul className="flex flex-col gap-1">
        {scripts.map(({ name, command }) => (
          <li key={name} className="wrap-anywhere">
            <span className="text-ink">{name}</span>{' '}
            <code className="font-mono text-code">
              <VisibleText text={command} layout="line" />
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}
