import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { callsTools, says, scriptedAgent } from '../../../../test/main/agents/model/scripted-agent.ts';
import { ask, said, startChat, waits } from '../../../../test/main/start-chat.ts';
import { startTestApp, toolParts, watchChat } from '../../../../test/main/test-app.ts';

it('a question that waited in a damaged database is answered in the recovered one, and its turn goes on', async () => {
  const before = await startChat([() => callsTools(['c1', 'ask_user_question', ask('Which?')])]);
  await before.send('Plan it');
  await before.chat.until(waits(1));
  await before.close();
  damage(join(before.dataDir, 'parley.db'), 'permission_rules');

  const agent = scriptedAgent([() => says('Thank you.')]);
  const { client, app } = await startTestApp(before.dataDir, { agentFor: agent.agentFor });
  expect(app.state().about.startMessage).toContain(
    'The database was damaged. Everything in it was recovered.',
  );
  const workspaceId = before.workspace.id;
  const chat = await watchChat(client, workspaceId);
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('there is no call');
  const answers = [{ questionId: '1', picks: ['B'] }];
  await client.workspace.answerAskUserQuestion({ workspaceId, toolCallId: part.toolCallId, answers });
  await chat.until(said('Thank you.'));
  expect(JSON.stringify(agent.prompts[0])).toContain('B');
});

function damage(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const page = Number(database.prepare('SELECT pageno FROM dbstat WHERE name = ?').get(table)?.['pageno']);
  database.close();
  writeFileSync(file, readFileSync(file).fill(0xff, (page - 1) * 4_096, page * 4_096));
}
