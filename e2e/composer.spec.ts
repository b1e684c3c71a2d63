import { expect } from '@playwright/test';
import { button, composer, conversation, send, waitingCard } from './support/chat.ts';
import { rename, stage, wish } from './support/previews.ts';
import { answer, ask, claudeEnv, question, say, test } from './support/provider.ts';

test('↑ brings back what was sent, ↓ and Escape the empty field; nothing typed is overwritten, and all can be undone', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('First answer.'), say('Second answer.'));
  await send(page, 'one');
  await expect(conversation(page)).toContainText('First answer.');
  await send(page, 'two\nlines');
  await expect(conversation(page)).toContainText('Second answer.');
  await composer(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('two\nlines');
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('one');
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toHaveValue('one');
  await page.keyboard.press('ArrowDown');
  await expect(composer(page)).toHaveValue('two\nlines');
  await page.keyboard.press('ArrowDown');
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('!');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('two\nlines!');
  await expect(composer(page)).toBeFocused();
  for (const before of ['two\nlines', '']) {
    await page.keyboard.press('Control+z');
    await expect(composer(page)).toHaveValue(before);
  }
  await page.keyboard.press('Control+Shift+z');
  await expect(composer(page)).toHaveValue('two\nlines');
});

test('what is typed at speed while a card arrives is all in the composer', async ({
  parley: { page },
  provider,
}) => {
  const text = Array.from({ length: 25 }, (_, index) => `word${String(index).padStart(3, '0')} `).join('');
  const questions = [question('Which tone?', 'Tone', 'Plain', 'Warm')];
  provider.reply({ ...answer(ask('call-1', { questions })), pauseMs: 20 });
  await send(page, 'Go');
  await composer(page).focus();
  const typing = page.keyboard.type(text, { delay: 8 });
  await Promise.all([typing, waitingCard(page)]);
  await expect(composer(page)).toHaveValue(text);
  await expect(composer(page)).toBeFocused();
});

test('Shift+Enter makes a line, and the Enter that ends a composition sends nothing', async ({
  parley: { page },
}) => {
  await composer(page).focus();
  await page.keyboard.type('a');
  await page.keyboard.press('Shift+Enter');
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await composer(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 });
  await input.send('Input.insertText', { text: '日' });
  await expect(composer(page)).toHaveValue('a\n日');
});

test('what is typed and sent in the first moment of the composer arrives, once', async ({
  parley: { page, host },
  provider,
}) => {
  test.skip(host !== 'browser', 'it acts from before the page loads');
  provider.reply(say('Heard.'));
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const field = document.querySelector<HTMLTextAreaElement>('#root textarea[aria-label=Message]');
      if (field === null) return;
      watch.disconnect();
      sessionStorage.setItem('chat-was-there', String(document.querySelector('[role=log]') !== null));
      field.focus();
      document.execCommand('insertText', false, 'Typed at once');
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(conversation(page)).toContainText('Heard.');
  await expect(conversation(page).getByText('Typed at once')).toHaveCount(1);
  expect(provider.requests).toHaveLength(1);
  await expect(composer(page)).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.getItem('chat-was-there'))).toBe('false');
});

/** A model whose window and price are known, so that the ring and what it says take their room too. */
const knownModel = test.extend({
  env: async ({ provider }, use) => {
    await use({ ...claudeEnv(provider), PARLEY_AGENT: 'anthropic/claude-opus-4-5' });
  },
});

knownModel(
  'the name of the model keeps its room beside a pane, in a narrow window and at 200 %',
  async ({ parley: { page }, provider }) => {
    provider.reply(answer(rename), wish('Two.'), say('Done.'));
    await page.setViewportSize({ width: 1440, height: 900 });
    const card = await stage(page, 'Two.');
    await button(card, 'Open beside').click();
    const name = page.getByRole('button', { name: /^Agent: / });
    for (const [width, height] of [
      [1440, 900],
      [1600, 900],
      [1280, 800],
      [1100, 800],
      [720, 450],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      // A long name takes all the room there is.
      await name
        .locator('span')
        .first()
        .evaluate((element) => {
          element.textContent = 'Claude Something With A Long Name 4.5';
        });
      const box = await name.boundingBox();
      expect(box?.width, `${width} × ${height}`).toBeGreaterThanOrEqual(90);
    }
    await page.reload();
  },
);
