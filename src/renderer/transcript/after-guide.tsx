import { useState } from 'react';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { openPage } from '../state/view-store.ts';
import { AgentMark } from '../ui/agent-mark.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { SwitchModel } from './problem/remedy-buttons.tsx';

const claudeCode = 'acp/claude';

/** Who can go on where the guide has come to its end, by one press each. */
export function AfterGuide() {
  const { view } = useParley();
  const isConnected = useParleyState(
    ({ app }) =>
      app?.agents.providers.some(({ key, status }) => key.source !== 'none' || status.type === 'works') ===
      true,
  );
  const { start, problem } = useClaudeCode();
  return (
    <div role="group" aria-label="What comes next" className="column flex flex-wrap gap-2 pt-2 pb-4">
      {isConnected ? (
        <SwitchModel look="secondary" />
      ) : (
        <Button onClick={() => openPage(view, { name: 'settings', part: 'models', provider: 'anthropic' })}>
          <AgentMark of="anthropic" size={14} />
          Connect Claude
        </Button>
      )}
      <Button onClick={() => void start()}>
        <AgentMark of={claudeCode} size={14} />
        Use Claude Code
      </Button>
      {problem !== null && (
        <div className="basis-full">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
    </div>
  );
}

/** Starts a chat with Claude Code in the same folder, or leads to what it needs before that. */
function useClaudeCode() {
  const { companion, view, startChat, openWorkspace } = useParley();
  const [problem, setProblem] = useState<string | null>(null);

  async function start(): Promise<void> {
    try {
      const { agents } = await companion.client.agents.findExternal();
      const found = agents.find(({ agent }) => agent === claudeCode);
      if (found?.state === 'ready') setProblem(await startChat(claudeCode));
      else if (found !== undefined && found.signInChat !== null) openWorkspace(found.signInChat);
      else openPage(view, { name: 'settings', part: 'agents' });
    } catch (error) {
      setProblem(failureText(error));
    }
  }

  return { start, problem };
}
