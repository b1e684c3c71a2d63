import { setKillSwitch } from '../../folder/edit-kills/kill-switch.ts';

/** Applies or undoes what is brought back, and dies at one step of it; where there is no such step it prints all of them. */
const killSwitch = await setKillSwitch(Number(process.argv[2]));
const { openApp, taskSchema } = await import('./brought-chat.ts');
const { broughtBack, decide } = await import('../brought-back.ts');
const { dataDir, workspaceId, does } = taskSchema.parse(JSON.parse(process.argv[3] ?? ''));
const { app, client } = await openApp(dataDir);
const [shown] = await broughtBack(client, workspaceId);
if (shown === undefined) throw new Error('There is no preview.');
killSwitch.arm();
if (does === 'apply') await decide(client, workspaceId, shown);
else await client.workspace.undoPreview({ workspaceId, actionId: shown.id });
process.stdout.write(JSON.stringify(killSwitch.steps));
await app.close();
