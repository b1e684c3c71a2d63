import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import { InstallButton, InstallFailure, installText } from '../../settings/agents/install-agent.tsx';
import { useInstall } from '../../settings/agents/use-found-agents.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The agents that can be installed right here. Once one is there, it is among the choices. */
export function MissingAgents({ agents }: { agents: readonly ExternalAgent[] }) {
  if (agents.length === 0) return null;
  return (
    <div role="group" aria-label="Not installed" className="mt-1.5 border-t border-hairline pt-1">
      <div aria-hidden className="px-2.5 pt-1.5 pb-1 text-small text-tertiary">
        Not installed
      </div>
      {agents.map((agent) => (
        <MissingAgent key={agent.agent} agent={agent} />
      ))}
    </div>
  );
}

function MissingAgent({ agent }: { agent: ExternalAgent }) {
  const { name } = agent;
  const install = useInstall(agent.agent);
  return (
    <div className="px-2.5 py-1">
      <div className="flex flex-wrap items-center gap-2">
        <AgentMark of={agent.agent} size={14} />
        <span className="min-w-0 flex-1 truncate">
          <VisibleText text={name} layout="line" />
        </span>
        <span role="status" className="text-second text-secondary tabular-nums">
          {install !== undefined && install.state.type !== 'failed' && installText(install)}
        </span>
        <InstallButton {...{ agent, install }} />
      </div>
      {install?.state.type === 'failed' && <InstallFailure install={install} name={name} />}
    </div>
  );
}
