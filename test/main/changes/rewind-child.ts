import { z } from 'zod';
import { messageIdSchema, workspaceIdSchema } from '../../../src/shared/ids.ts';
import { setKillSwitch } from '../folder/edit-kills/kill-switch.ts';

/** Takes a chat back to before a message, and dies at one step of it; where there is no such step it prints all of them. */
const killSwitch = await setKillSwitch(Number(process.argv[2]));
const { openChat } = await import('../folder/edit-kills/chat-of-edits.ts');
const taskSchema = z.object({
  dataDir: z.string(),
  env: z.record(z.string(), z.string()),
  workspaceId: workspaceIdSchema,
  messageId: messageIdSchema,
  paths: z.array(z.string()),
});
const task = taskSchema.parse(JSON.parse(process.argv[3] ?? ''));
const { app, client } = await openChat(task);
killSwitch.arm();
await client.workspace.rewind(task);
process.stdout.write(JSON.stringify(killSwitch.steps));
await app.close();
