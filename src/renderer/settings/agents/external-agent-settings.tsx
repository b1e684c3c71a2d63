import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { CommandText } from '../../ui/command-text.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow } from '../setting-row.tsx';
import { useFoundAgents, useLookForAgents } from './use-found-agents.ts';
import { ExternalAgentRow } from './external-agent-row.tsx';
import { RegistryAgents } from './registry-agents.tsx';

export const externalAgentSettings: readonly Setting[] = [
  {
    part: 'agents',
    group: 'On this machine',
    name: 'Agents',
    words: 'claude code codex gemini opencode qwen kimi acp connect sign in',
    row: () => <AgentRows here />,
  },
  {
    part: 'agents',
    group: 'More agents',
    name: 'Not installed',
    words: 'claude code codex gemini opencode qwen kimi acp install npm',
    row: () => <AgentRows here={false} />,
  },
  {
    part: 'agents',
    group: 'More agents',
    name: 'ACP registry',
    words: 'list refresh install other agents npm goose cline copilot',
    row: (texts) => <RegistryAgents {...texts} />,
  },
  {
    part: 'agents',
    group: 'More agents',
    name: 'Another agent',
    about: 'Any program that speaks the Agent Client Protocol (ACP), named in this file',
    words: 'agents.json command environment',
    row: (texts) => <FileRow {...texts} />,
  },
];

/** The agents of this machine, or those that can be installed. One that is being installed stays where it was. */
function AgentRows({ here }: { here: boolean }) {
  const found = useFoundAgents();
  const lookAgain = useLookForAgents();
  const agents = found?.agents.filter(({ state }) => (state !== 'missing') === here) ?? [];
  if (found === null || (here && agents.length === 0))
    return (
      <li className="px-4">
        <p role="status" className="flex min-h-(--setting-of-two) items-center text-second text-secondary">
          {found === null ? 'Looking for agents…' : 'None found. Install one below.'}
        </p>
      </li>
    );
  return agents.map((agent) => <ExternalAgentRow key={agent.agent} agent={agent} onChanged={lookAgain} />);
}

function FileRow(texts: SettingTexts) {
  const found = useFoundAgents();
  return (
    <SettingRow
      {...texts}
      problem={problemOf(found)}
      below={found !== null && found.file !== '' && <Example file={found.file} />}
    />
  );
}

function problemOf(found: FoundAgents | null): string | null {
  const problem = found?.problem ?? null;
  return problem === null ? null : `${problem} Its agents are not used until that is fixed.`;
}

const example = `{"agent_servers": {"mine": {"command": "/path/to/agent", "args": ["acp"], "env": {}}}}`;

function Example({ file }: { file: string }) {
  return (
    <div className="flex flex-col gap-2 pb-3">
      <CommandText text={file} name="the path of the file" />
      <CommandText text={example} name="an example" />
    </div>
  );
}
