import { expect, it, onTestFinished } from 'vitest';
import { startBringBackKills } from '../../../../test/main/worktrees/bring-back-kills/bring-back-kills.ts';

/** Steps spread over all there are. */
const spread = (count: number, of: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * of) / count));

it('brings back all files or none, and undoes that so, wherever the process is killed', async () => {
  const kills = await startBringBackKills();
  onTestFinished(() => kills.close());
  for (const does of ['apply', 'undo'] as const)
    for (const step of spread(5, kills.stepsOf[does].length))
      expect(await kills.kill(does, step)).toMatchObject({ wrong: [] });
});
