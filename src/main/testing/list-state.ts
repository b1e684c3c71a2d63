import type { AppState } from '../../shared/contract/app-state.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { testApp } from './test-app.ts';

type Client = ReturnType<typeof testApp>['client'];

/** The state of the whole app, as a window reads it first. */
export async function listState(client: Client): Promise<AppState> {
  for await (const item of await client.app.watch({})) if (item.type === 'snapshot') return item.state;
  throw new Error('The feed gave no snapshot.');
}

/** A chat's entry in the list. */
export const rowOf = async (client: Client, { id }: Workspace) =>
  (await listState(client)).workspaces.find((workspace) => workspace.id === id);
