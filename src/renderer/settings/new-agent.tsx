import { useState } from 'react';
import type { Agents } from '../../shared/providers/provider.ts';
import { useParley } from '../parley-context.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { AgentPicker } from './agent-picker.tsx';
import { DoneLine } from './done-line.tsx';

/** Whom new workspaces begin with. */
export function NewAgent({ agents }: { agents: Agents }) {
  const { setNewAgent } = useParley();
  const [said, setSaid] = useState<{ problem: string | null } | null>(null);
  const { agent, source } = agents.newAgent;
  if (source === 'environment') {
    return (
      <p className="text-secondary">
        <code className="font-mono text-code text-ink wrap-anywhere">{agent}</code>, from PARLEY_AGENT, which
        wins over a choice made here.
      </p>
    );
  }
  return (
    <>
      <AgentPicker
        agents={agents}
        agent={agent}
        submitLabel="Use for new workspaces"
        onChoose={(chosen) => void setNewAgent(chosen).then((problem) => setSaid({ problem }))}
      />
      {said !== null &&
        (said.problem === null ? (
          <DoneLine>New workspaces begin with this agent.</DoneLine>
        ) : (
          <ProblemLine>{said.problem}</ProblemLine>
        ))}
    </>
  );
}
