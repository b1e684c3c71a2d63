import { useState } from 'react';
import type { HostedAgent } from '../../../shared/providers/hosted-agent.ts';
import type { TerminalWay as Way } from '../../../shared/workspace/turn-state.ts';
import { TerminalWay } from '../../transcript/sign-in/terminal-way.tsx';

type AgentTerminalsProps = { agent: HostedAgent; onSignedIn(): void };

/** The ways to sign in to an agent by a program in a terminal, which stay to be seen once it has ended. */
export function AgentTerminals({ agent: { agent, name, terminalWays }, onSignedIn }: AgentTerminalsProps) {
  const [done, setDone] = useState<Way | null>(null);
  const ways = terminalWays.length === 0 && done !== null ? [done] : terminalWays;
  return ways.map((way) => (
    <TerminalWay
      key={way.id ?? way.command}
      of={{ type: 'agent', agent }}
      way={way}
      agent={name}
      after="write your next message"
      next={`A chat in which ${name} waits for this goes on.`}
      onSignedIn={() => {
        setDone(way);
        onSignedIn();
      }}
    />
  ));
}
