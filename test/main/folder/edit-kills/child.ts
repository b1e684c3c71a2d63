import { setKillSwitch } from './kill-switch.ts';

/**
 * Applies or undoes a preview, and dies at one step of it; where there is no such step it prints their
 * number.
 */
const killAt = Number(process.argv[2]);
const killSwitch = await setKillSwitch(killAt);
const { openChat, taskSchema } = await import('./chat-of-edits.ts');
const task = taskSchema.parse(JSON.parse(process.argv[3] ?? ''));
const { app, client, preview, turn } = await openChat(task);
const { workspaceId, actionId, fingerprint, does } = task;
await preview(
  ({ id, request, outcome }) => id === actionId && (does === 'apply' ? request : outcome) !== null,
);
const undone = does === 'undo-turn' ? await turn(() => true) : undefined;
killSwitch.arm();
if (does === 'undo') await client.workspace.undoPreview({ workspaceId, actionId });
else if (undone !== undefined) {
  const paths = undone.changes.files.map(({ path }) => path);
  await client.workspace.undoTurn({ workspaceId, messageId: undone.messageId, paths });
} else {
  const decision = { type: 'apply' } as const;
  await client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
  await preview(({ outcome }) => outcome?.type === 'applied');
}
process.stdout.write(JSON.stringify(killSwitch.steps));
await app.close();
