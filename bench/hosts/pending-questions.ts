import { join } from 'node:path';
import { answer, ask, question } from '../../e2e/support/provider.ts';
import { openChat } from '../../scripts/trials/load/asking-chat.ts';
import type { Stage } from '../../scripts/trials/stage.ts';
import type { TrialWindow } from '../../test/main/http/trial-window.ts';

/** Lets the agents of so many new workspaces ask so many questions each, and waits until all wait. */
export async function askEverywhere(
  { provider, folder }: Stage,
  window: TrialWindow,
  { workspaces, questions }: { workspaces: number; questions: number },
): Promise<void> {
  const calls = Array.from({ length: questions }, (_, index) =>
    ask(`call-${index}`, { questions: [question(`Which ${index}?`, 'Which', 'A', 'B')] }),
  );
  provider.reply(...Array.from({ length: workspaces }, () => answer(...calls)));
  await Promise.all(
    Array.from({ length: workspaces }, (_, index) =>
      openChat(window, join(folder, `project-${index}`), questions),
    ),
  );
}
