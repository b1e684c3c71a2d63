import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation, send, untilIdle } from './support/chat.ts';
import { say, test } from './support/provider.ts';

const versions = (page: Page) =>
  conversation(page).getByRole('group', { name: 'Versions of this message', exact: true });

/** Opens the first message for editing, and sends it with another text. */
async function resendFirst(page: Page, text: string): Promise<void> {
  await button(conversation(page), 'Edit and resend').first().click();
  await page.getByRole('textbox', { name: 'Edit message', exact: true }).fill(text);
  await button(page, 'Resend').click();
}

test('a message sent again keeps both versions, with arrows between them and all that came after each', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(
    say('Tabs it is.'),
    say('Those too.'),
    say('Spaces it is.'),
    say('Eight of them.'),
    say('Nine then.'),
  );
  await send(page, 'Use tabs');
  await untilIdle(page);
  await send(page, 'In the tests as well');
  await expect(conversation(page)).toContainText('Those too.');
  await untilIdle(page);
  await resendFirst(page, 'Use spaces');
  await expect(conversation(page)).toContainText('Spaces it is.');
  await untilIdle(page);
  await expect(conversation(page)).not.toContainText('Tabs it is.');
  await expect(versions(page)).toHaveText('2 of 2');
  await expect(button(versions(page), 'Later version')).toBeDisabled();

  await button(versions(page), 'Earlier version').focus();
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Those too.');
  await expect(conversation(page)).not.toContainText('Spaces it is.');
  // There is no earlier one: the focus is on the way back.
  await expect(button(versions(page), 'Later version')).toBeFocused();
  await expect(versions(page)).toHaveText('1 of 2');
  await page.reload();
  await expect(conversation(page)).toContainText('Those too.');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1200, height: 800 });
  await resendFirst(page, 'Use neither');
  await expect(conversation(page)).toContainText('Eight of them.');
  await untilIdle(page);
  await button(versions(page), 'Earlier version').focus();
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Spaces it is.');
  await expect(versions(page)).toHaveText('2 of 3');
  await expect(button(versions(page), 'Earlier version')).toBeFocused();
  await send(page, 'How many?');
  await expect(conversation(page)).toContainText('Nine then.');
});

test('a search finds what stands in another branch, and shows it there', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('The hidden answer.'), say('Another one.'));
  await send(page, 'First try');
  await expect(conversation(page)).toContainText('The hidden answer.');
  await untilIdle(page);
  await resendFirst(page, 'Second try');
  await expect(conversation(page)).toContainText('Another one.');
  await untilIdle(page);
  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find in this chat', exact: true }).fill('hidden answer');
  await expect(conversation(page)).toContainText('The hidden answer.');
  await expect(versions(page)).toHaveText('1 of 2');
});
