import { expect, it, onTestFinished } from 'vitest';
import { type Scenario, startEditKills } from '../../../test/main/folder/edit-kills/edit-kills.ts';

/** Steps spread over all there are. */
const spread = (count: number, of: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * of) / count));

it('applies and undoes all files or none, wherever the process is killed', async () => {
  const kills = await startEditKills();
  onTestFinished(() => kills.close());
  const { apply, undo, 'undo-turn': undoTurn } = kills.stepsOf;
  const rounds: [Scenario, number[]][] = [
    ['apply', spread(5, apply.length)],
    ['undo', spread(4, undo.length)],
    ['meddled', spread(3, apply.length)],
    ['undo-turn', spread(5, undoTurn.length)],
  ];
  for (const [scenario, steps] of rounds)
    for (const step of steps) expect(await kills.kill(scenario, step)).toMatchObject({ wrong: [] });
});
