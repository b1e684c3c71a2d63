import { useState } from 'react';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { useParley } from '../../parley-context.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow } from '../setting-row.tsx';
import { useFoundAgents } from './use-found-agents.ts';
import { ExternalAgentRow } from './external-agent-row.tsx';

export const externalAgentSettings: readonly Setting[] = [
  {
    part: 'agents',
    group: 'On this machine',
    name: 'Agents',
    words: 'claude code codex gemini opencode qwen kimi acp install connect',
    row: () => <AgentRows />,
  },
  {
    part: 'agents',
    group: 'By hand',
    name: 'More agents',
    about: 'Any program that speaks the Agent Client Protocol (ACP), named in this file',
    words: 'agents.json command environment',
    row: (texts) => <FileRow {...texts} />,
  },
];

function AgentRows() {
  const { companion } = useParley();
  const first = useFoundAgents();
  const [later, setLater] = useState<FoundAgents | null>(null);
  const found = later ?? first;
  const lookAgain = () => void companion.client.agents.findExternal().then(setLater, () => undefined);
  if (found === null)
    return (
      <li className="px-4">
        <p role="status" className="flex min-h-[46px] items-center text-second text-secondary">
          Looking for agents…
        </p>
      </li>
    );
  return found.agents.map((agent) => (
    <ExternalAgentRow key={agent.agent} agent={agent} onSignedIn={lookAgain} />
  ));
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
