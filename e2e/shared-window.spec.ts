import { expect } from '@playwright/test';
import { openWindow } from '../test/main/http/trial-window.ts';
import { setTimeoutTo, timeoutField } from './support/asking.ts';
import { button, composer, conversation, listSection, send } from './support/chat.ts';
import { openSettings, settingsParts } from './support/pages.ts';
import { type Parley, test } from './support/parley.ts';
import { rename, stage, wish } from './support/previews.ts';
import { answer, say, test as providerTest } from './support/provider.ts';

// One after the other, so that the second of each pair takes over what the first has left.
test.describe.configure({ mode: 'default' });

const leftovers: Record<string, (parley: Parley) => Promise<void>> = {
  'a setting': async ({ page }) => {
    await setTimeoutTo(page, '600');
  },
  'a stored value': async ({ page }) => {
    await page.evaluate(() => {
      localStorage.setItem('left', 'yes');
      sessionStorage.setItem('left', 'yes');
    });
    await page.context().addCookies([{ name: 'left', value: 'yes', url: page.url() }]);
  },
  'a script that runs first': async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { isLeft: true }));
    await page.reload();
  },
  'a clock': async ({ page }) => {
    await page.clock.setFixedTime(0);
  },
  'a window beside it, and a loaded page': async ({ page, address }) => {
    await (await page.context().newPage()).goto(address ?? '');
    await page.reload();
  },
};

for (const [name, leave] of Object.entries(leftovers)) {
  test(`${name} is left`, async ({ parley }) => {
    test.skip(parley.host !== 'browser', 'each test has a desktop host of its own');
    await leave(parley);
    await expect(composer(parley.page)).toBeVisible();
  });

  test(`after ${name} the next test finds nothing of it`, async ({ parley: { page } }) => {
    expect(page.context().pages()).toHaveLength(1);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    expect(await page.evaluate(() => 'isLeft' in window)).toBe(false);
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(0);
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage].map((area) => area.getItem('left')),
    );
    expect([...kept, await page.evaluate(() => document.cookie)]).toEqual([null, null, '']);
    await openSettings(page, 'General');
    await expect(timeoutField(page)).toHaveValue('');
  });
}

let usedBefore = '';

providerTest('a preview, a key and a token are left after a restart', async ({ parley, provider }) => {
  const { page, address, dataDir } = parley;
  providerTest.skip(address === null, 'each test has a desktop host of its own');
  parley.console.expect(/net::ERR_|WebSocket/);
  await expect(composer(page)).toBeVisible();
  await parley.end('SIGKILL');
  await parley.start();
  provider.reply(answer(rename), wish(), say('Because.'));
  await stage(page);
  await send(page, 'Why?');
  await expect(conversation(page)).toContainText('Left the preview open');
  const { client, close } = await openWindow(parley.address ?? '');
  await client.agents.saveProvider({ provider: 'openai', key: 'sk-left', address: 'http://127.0.0.1:1' });
  await client.clientTokens.make();
  close();
  usedBefore = dataDir;
});

providerTest(
  'after them the next test has the same Parley, and finds nothing of them',
  async ({ parley }) => {
    const { page, address, dataDir } = parley;
    providerTest.skip(address === null, 'each test has a desktop host of its own');
    expect(dataDir).toBe(usedBefore);
    await expect(listSection(page, 'Needs you')).toBeHidden();
    await openSettings(page, 'Developer');
    await expect(page.getByRole('main')).toContainText('None yet.');
    await button(settingsParts(page), 'Models').click();
    await expect(page.getByRole('listitem').filter({ hasText: 'OpenAI' }).first()).toContainText(
      'No key yet',
    );
  },
);
