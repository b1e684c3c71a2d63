import type { AppOptions } from '../../src/main/wiring/app-options.ts';
import type { Transcript } from '../../src/shared/transcript/transcript.ts';
import { scriptedAgent } from './agents/model/scripted-agent.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { agentText, testApp, toolParts, untilWorkspace, watchChat } from './test-app.ts';

/** The input of an ask_user_question call with one question and the options A and B. */
export const ask = (question: string) => ({
  questions: [
    {
      question,
      header: 'Choice',
      options: [
        { label: 'A', description: 'the first' },
        { label: 'B', description: 'the second' },
      ],
      multiSelect: false,
    },
  ],
});

/** True when so many cards wait. */
export const waits = (count: number) => (transcript: Transcript) =>
  toolParts(transcript).filter((part) => part.ask !== null && part.ask.settlement === null).length === count;
/** True when the agent said this. */
export const said = (text: string) => (transcript: Transcript) => agentText(transcript).includes(text);

/** A new chat of the real app whose agent follows the scripts, and a window that watches it. */
export async function startChat(
  scripts: Parameters<typeof scriptedAgent>[0],
  dataDir = temporaryFolder(),
  options: Partial<AppOptions> = {},
  folder = temporaryFolder(),
) {
  const agent = scriptedAgent(scripts);
  const { app, client, close } = testApp(dataDir, { ...options, agentFor: agent.agentFor });
  const workspace = await client.workspace.create({ folder });
  const chat = await watchChat(client, workspace.id);
  const send = (text: string, key = text) =>
    client.workspace.sendMessage({ workspaceId: workspace.id, key, text });
  const answer = (index: number, pick: string) => {
    const part = toolParts(chat.transcript())[index];
    if (part === undefined) throw new Error('There is no such call.');
    const answers = [{ questionId: '1', picks: [pick] }];
    return client.workspace.answerAskUserQuestion({
      workspaceId: workspace.id,
      toolCallId: part.toolCallId,
      answers,
    });
  };
  const turn = (status: string) => untilWorkspace(client, workspace.id, (now) => now.turn.status === status);
  return { ...agent, dataDir, app, client, close, workspace, chat, send, answer, turn };
}
