import { mkdir } from 'node:fs/promises';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import { Acknowledged } from '../acknowledged.ts';
import { Person, type WaitingAsk, waitingAsks } from '../person.ts';
import type { TrialWindow } from '../../../test/main/http/trial-window.ts';

/** A question that waits in a chat. */
export type Waiting = WaitingAsk & { workspaceId: WorkspaceId };

/** Opens a chat about a folder and lets its agent ask. */
export async function openChat(window: TrialWindow, folder: string, questions: number): Promise<Waiting[]> {
  await mkdir(folder);
  const { id } = await window.client.workspace.create({ folder });
  await new Person(window, id, new Acknowledged()).write();
  return untilAsked(window, id, questions);
}

/** Waits until so many questions wait in a chat. */
export async function untilAsked(
  window: TrialWindow,
  workspaceId: WorkspaceId,
  questions: number,
): Promise<Waiting[]> {
  const person = new Person(window, workspaceId, new Acknowledged());
  await person.watch((transcript) => waitingAsks(transcript).length === questions);
  return waitingAsks(person.transcript).map((ask) => ({ ...ask, workspaceId }));
}
