import { stories } from './states/stories.ts';
import { expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { quietEnv } from './support/parley.ts';
import { claudeEnv, test as base } from './support/provider.ts';

for (const { name, agent, firstRun = false, console, states } of stories) {
  const test = base.extend({
    firstRun,
    env: async ({ provider }, use) => use(agent === 'claude' ? claudeEnv(provider) : quietEnv),
  });
  test(`axe finds nothing in any state of “${name}”, and nobody scrolls sideways`, async ({
    parley,
    provider,
  }) => {
    test.skip(console !== undefined && parley.host !== 'browser', 'a desktop window ends with its process');
    test.setTimeout(120_000);
    if (console !== undefined) parley.console.expect(console);
    const { page, workspaceDir, dataDir } = parley;
    for (const [index, state] of states.entries()) {
      await state.reach({ page, provider, workspaceDir, dataDir, end: () => parley.end('SIGKILL') });
      await expectFlawless(page, state.title, [index % 2 === 0 ? 'light' : 'dark']);
      await expectNoSidewaysScroll(page);
    }
  });
}
