import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../../scripts/trials/stage.ts';
import { withScriptedAgent } from '../../test/main/agents/external/external-chat.ts';
import { agentStream, largeEdit } from '../workloads/external-agent.ts';

/** The prompts of the scripted agent, by what it does then. */
export type AgentPrompts = { stream: string; edit: string };

/** Has the scripted agent be on a stage, with what it sends in files. */
export function nameScriptedAgent({ folder, dataDir }: Stage): AgentPrompts {
  mkdirSync(dataDir, { recursive: true });
  withScriptedAgent(dataDir);
  const [stream, edit] = [join(folder, 'stream.json'), join(folder, 'edit.json')];
  writeFileSync(stream, JSON.stringify(agentStream));
  writeFileSync(edit, JSON.stringify(largeEdit));
  return { stream: `updates @${stream}`, edit: `request session/request_permission @${edit}` };
}
