import { screenMeasures } from './states/screens/screen-measures.ts';
import { stories } from './states/stories.ts';
import { type State, sizes } from './states/story.ts';
import { expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { expectMeasures } from './support/measures.ts';
import type { Parley } from './support/parley.ts';
import { reach, storyTest } from './support/story-test.ts';

for (const story of stories) {
  const { name, console, states } = story;
  const isMeasured = states.some((state) => screenMeasures[state.name] !== undefined);
  const measures = isMeasured ? ', its screens have the measures of the design' : '';
  const test = storyTest(story);
  test(`axe finds nothing in any state of “${name}”${measures}, and nobody scrolls sideways`, async ({
    parley,
    provider,
  }) => {
    test.skip(console !== undefined && parley.host !== 'browser', 'a desktop window ends with its process');
    if (console !== undefined) parley.console.expect(console);
    const size = parley.page.viewportSize();
    for (const [index, state] of states.entries()) {
      if (state.browserOnly === true && parley.host !== 'browser') continue;
      if (isMeasured) await parley.page.setViewportSize(sizes.wide);
      await reach(state, parley, provider);
      // The sizes of a desktop window are its own.
      if (isMeasured && parley.host === 'browser') await test.step('measures', () => measure(parley, state));
      if (isMeasured && size !== null) await parley.page.setViewportSize(size);
      // Every other state is looked at by all rules in the dark theme.
      await expectFlawless(parley.page, state.title, index % 2 === 0 ? ['light', 'dark'] : ['dark', 'light']);
      await expectNoSidewaysScroll(parley.page);
    }
  });
}

/** Compares a state with the numbers of the design, at the first of its widths. */
async function measure({ page }: Parley, state: State): Promise<void> {
  const [width] = state.widths ?? [];
  const measures = screenMeasures[state.name];
  if (width === undefined || measures === undefined) throw new Error(`${state.name} has no measures`);
  await page.setViewportSize(sizes[width]);
  await expectMeasures(measures(page), state.title);
}
