import { stories } from './states/stories.ts';
import { expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { reach, storyTest } from './support/story-test.ts';

for (const story of stories) {
  const { name, console, states } = story;
  const test = storyTest(story);
  test(`axe finds nothing in any state of “${name}”, and nobody scrolls sideways`, async ({
    parley,
    provider,
  }) => {
    test.skip(console !== undefined && parley.host !== 'browser', 'a desktop window ends with its process');
    test.setTimeout(120_000);
    if (console !== undefined) parley.console.expect(console);
    for (const [index, state] of states.entries()) {
      await reach(state, parley, provider);
      await expectFlawless(parley.page, state.title, [index % 2 === 0 ? 'light' : 'dark']);
      await expectNoSidewaysScroll(parley.page);
    }
  });
}
