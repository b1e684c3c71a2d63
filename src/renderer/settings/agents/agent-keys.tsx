import { useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { HostedAgent } from '../../../shared/providers/hosted-agent.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { SignInKeys } from '../../transcript/sign-in/sign-in-keys.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { useSaving } from '../setting-row.tsx';

/** The keys that were entered for an agent, by name alone, and the fields for those that it wants. */
export function AgentKeys({ agent: { agent, name, keys, keyWays, signInChat } }: { agent: HostedAgent }) {
  const { companion, openWorkspace } = useParley();
  const { problem, save } = useSaving();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const left = keys.filter((variable) => !removed.includes(variable));

  async function remove(variable: string): Promise<void> {
    const call = companion.client.agents.removeKey({ agent, variable });
    const failed = await save(call.then(() => null, failureText));
    if (failed === null) setRemoved((before) => [...before, variable]);
  }

  return (
    <>
      {left.length > 0 && (
        <ul aria-label={visibleText(`Keys of ${name}`, 'line')} className="flex flex-col gap-1">
          {left.map((variable) => (
            <li key={variable} className="flex flex-wrap items-center gap-x-3">
              <code className="min-w-0 font-mono text-code wrap-anywhere text-ink">{variable}</code>
              <span className="flex-1">Set</span>
              <Button
                look="quiet"
                className="text-danger!"
                aria-label={`Remove ${variable}`}
                onClick={() => void remove(variable)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {signInChat !== null &&
        keyWays.map((way) => (
          <SignInKeys
            key={way.id}
            workspaceId={signInChat}
            way={way}
            onSent={() => openWorkspace(signInChat)}
          />
        ))}
    </>
  );
}
