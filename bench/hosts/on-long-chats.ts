import { cp } from 'node:fs/promises';
import { onStage, type Stage } from '../../scripts/trials/stage.ts';
import { longChatsDir } from '../workloads/long-chats.ts';

/** The browser host, running on a copy of the long chats. */
export async function onLongChats(play: (stage: Stage) => Promise<void>): Promise<void> {
  await onStage(async (stage) => {
    await cp(longChatsDir(), stage.dataDir, { recursive: true });
    await stage.host.start();
    await play(stage);
  });
}
