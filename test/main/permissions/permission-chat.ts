import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import type { Permission, PermissionAnswer } from '../../../src/shared/permissions/permission.ts';
import type { Transcript } from '../../../src/shared/transcript/transcript.ts';
import { resultOf } from '../previews/preview-chat.ts';
import { toolParts, type watchChat } from '../test-app.ts';

/** The permission of a call, once it asked for one. */
export const permissionOf = (transcript: Transcript, toolCallId: string): Permission | undefined =>
  toolParts(transcript).find((part) => part.toolCallId === toolCallId)?.permission;

type Chat = {
  client: ParleyClient;
  chat: Awaited<ReturnType<typeof watchChat>>;
  workspaceId: WorkspaceId;
};

/** The permission of a call that waits, as soon as it does. */
export async function waitingPermission(
  { chat }: Pick<Chat, 'chat'>,
  toolCallId: string,
): Promise<Permission> {
  const found = await chat.until((now) => permissionOf(now, toolCallId)?.settlement === null);
  const permission = permissionOf(found, toolCallId);
  if (permission === undefined) throw new Error('It asks for no permission.');
  return permission;
}

/** Answers the permission that a call waits for. */
export async function answerPermission(
  chat: Chat,
  id: string,
  answer: PermissionAnswer,
): Promise<Permission> {
  const permission = await waitingPermission(chat, id);
  const toolCallId = toolParts(chat.chat.transcript()).find((part) => part.toolCallId === id)?.toolCallId;
  if (toolCallId === undefined) throw new Error('There is no such call.');
  const { client, workspaceId } = chat;
  await client.workspace.answerPermission({ workspaceId, toolCallId, permissionId: permission.id, answer });
  return permission;
}

/** Answers whatever the calls ask for in one way until each has its result; returns what was asked for. */
export async function answerAll(
  chat: Chat,
  calls: readonly string[],
  answer: PermissionAnswer,
): Promise<Map<string, Permission>> {
  const asked = new Map<string, Permission>();
  for (;;) {
    const waits = (now: Transcript) =>
      calls.find((id) => permissionOf(now, id)?.settlement === null && !asked.has(id));
    const now = await chat.chat.until(
      (seen) => waits(seen) !== undefined || calls.every((id) => resultOf(seen, id) !== undefined),
    );
    const id = waits(now);
    if (id === undefined) return asked;
    asked.set(id, await answerPermission(chat, id, answer));
  }
}
