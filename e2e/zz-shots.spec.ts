import { expect } from '@playwright/test';
import { button, composer, conversation, send, untilSaid, waitingCard } from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';
const which = question('Where should drafts be kept?', 'Storage', 'SQLite', 'JSON files');
const hanging = { type: 'hang' as const, blocks: [{ type: 'text' as const, text: 'Let me see.' }] };
test('shots', async ({ parley: { page }, provider }) => {
  test.setTimeout(120_000);
  const shot = async (name: string, sizes = ['1440x900', '420x900']) => {
    for (const size of sizes) {
      const [width = 0, height = 0] = size.split('x').map(Number);
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({
          path: `/tmp/composer-shots/${name}-${width}-${colorScheme}.png`,
          animations: 'disabled',
        });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await expect(composer(page)).toBeVisible();
  await shot('empty');
  provider.reply(say('Hello.'), answer(ask('call-1', { questions: [which] })), hanging);
  await send(page, 'Hello');
  await untilSaid(page, 'Hello.');
  await send(page, 'Ask me');
  await waitingCard(page);
  await composer(page).focus();
  await shot('waiting');
  await composer(page).fill('sqlite');
  await expect(button(page, 'Send as message')).toBeVisible();
  await shot('offer');
  await button(page, 'Send as message').click();
  await expect(conversation(page)).toContainText('Let me see.');
  await shot('working');
  await send(page, 'And bump the version when the tests pass');
  await expect(button(page, 'Send now')).toBeVisible();
  await composer(page).fill('Another thought for the list');
  await shot('queue');
  await page.getByRole('button', { name: /^Agent: / }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await shot('picker', ['1440x900']);
  await page.getByRole('button', { name: 'OpenAI Add a key' }).click();
  await shot('key');
});
