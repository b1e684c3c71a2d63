import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { button, openSettled, press, pressOnCard, send, untilArmed } from '../support/chat.ts';
import { openSettings } from '../support/pages.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const read = (id: string) => answer({ type: 'tool_use', id, name: 'read_file', input: { path: '.env' } });

const permission = (page: Page) =>
  page.getByRole('region', { name: /^Permission: \.env(, request \d+)?$/ }).last();

const asked = (page: Page) => page.getByRole('region', { name: 'Permission: node --test', exact: true });

const ran = (page: Page) => page.getByRole('region', { name: 'Command: node --test', exact: true });

/** Returns the card of a command once the chat has followed to it: a press before that would scroll it elsewhere. */
async function followedTo(page: Page, line: string): Promise<Locator> {
  const card = page.getByRole('region', { name: `Permission: ${line}`, exact: true });
  await expect(button(card, 'Deny')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest', exact: true })).toBeHidden();
  return card;
}

/** Opens the wider choices about a command. */
async function openChoices(page: Page, line: string) {
  const card = await followedTo(page, line);
  await untilArmed(card);
  await pressOnCard(button(card, 'More choices'));
  return page.getByRole('dialog', { name: 'More choices', exact: true });
}

export const permissions: AppStory = {
  name: 'Permissions',
  agent: 'claude',
  states: [
    {
      name: 'permission-waits',
      title: 'A file that may hold secrets, before it is read',
      async reach({ page, provider, workspaceDir }) {
        await writeFile(join(workspaceDir, '.env'), 'TOKEN=none\n');
        provider.reply(read('r1'), say('The token is empty.'));
        await send(page, 'Which settings does it need?');
        await untilArmed(permission(page));
      },
      inView: (page) => permission(page),
    },
    {
      name: 'permission-choices',
      title: 'The wider choices',
      async reach({ page }) {
        await pressOnCard(button(permission(page), 'More choices'));
        await expect(page.getByRole('menu', { name: 'More choices', exact: true })).toBeVisible();
      },
    },
    {
      name: 'permission-reason',
      title: 'Denied with a reason, as it is written',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await pressOnCard(button(permission(page), 'Deny with a reason'));
        await permission(page)
          .getByRole('textbox', { name: 'Reason', exact: true })
          .fill('The example has the same names.');
      },
      inView: (page) => permission(page),
    },
    {
      name: 'permission-denied',
      title: 'A permission that was denied',
      async reach({ page }) {
        await press(permission(page), 'Deny');
        await expect(permission(page)).toContainText('Denied');
        await agentDone(page);
      },
      inView: (page) => permission(page),
    },
    {
      name: 'permission-allowed',
      title: 'A permission that was given once',
      async reach({ page, provider }) {
        provider.reply(read('r2'), say('The token is empty.'));
        await send(page, 'Then look once');
        await press(permission(page), 'Allow once');
        await expect(permission(page)).toContainText('Allowed once');
        await agentDone(page);
      },
      inView: (page) => permission(page),
    },
    {
      name: 'command-waits',
      title: 'A command, before it runs',
      async reach({ page, provider }) {
        await page.getByRole('radio', { name: 'Edit', exact: true }).click();
        provider.reply(
          answer(
            { type: 'text', text: 'The tests say whether an empty token does any harm.' },
            { type: 'tool_use', id: 'c1', name: 'run_command', input: { command: 'node --test' } },
          ),
          say('All of them pass, so nothing depends on the token.'),
        );
        await send(page, 'Is that safe?');
        await untilArmed(asked(page));
      },
      inView: asked,
    },
    {
      name: 'command-ran',
      title: 'A command that has run, with what it said',
      async reach({ page }) {
        await press(asked(page), 'Allow once');
        await expect(ran(page)).toContainText('Exit code 0');
        await agentDone(page);
        await openSettled(ran(page));
      },
      inView: ran,
    },
    {
      name: 'command-rule',
      title: 'A rule before it is kept',
      async reach({ page, provider }) {
        const lines = ['npm test -- --watch', 'npm test -- -t parse', 'npm test', 'npm run lint'];
        provider.reply(
          ...lines.map((command, index) =>
            answer({ type: 'tool_use', id: `n${index}`, name: 'run_command', input: { command } }),
          ),
          say('There is no script for it.'),
        );
        await send(page, 'And with npm?');
        for (const line of lines.slice(0, 2)) await press(await followedTo(page, line), 'Deny');
        const choices = await openChoices(page, 'npm test');
        await button(choices, 'Fewer words').click();
        await button(choices, 'Show them').click();
        await untilArmed(choices);
      },
    },
    {
      name: 'settings-permissions',
      title: 'Permissions in Settings, with a command tried',
      async reach({ page }) {
        await press(page.getByRole('dialog', { name: 'More choices', exact: true }), 'Keep this rule');
        const choices = await openChoices(page, 'npm run lint');
        const never = choices.getByRole('menuitem').filter({ hasText: 'Never run npm run lint' });
        await expect(never).not.toHaveAttribute('data-arming');
        await never.click();
        await agentDone(page);
        await openSettings(page, 'Permissions');
        const command = page.getByRole('textbox', { name: 'Command to try', exact: true });
        await command.fill('npm test -- --watch && git push');
        await command.press('Enter');
        await expect(page.getByRole('main')).toContainText('Nothing was run.');
        await page.evaluate(() => {
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        });
      },
    },
    {
      name: 'settings-add-rule',
      title: 'A rule, typed in Settings, before it is kept',
      async reach({ page }) {
        const main = page.getByRole('main');
        await button(main, 'Add a rule').click();
        const command = main.getByRole('textbox', { name: 'Command of the rule', exact: true });
        await command.fill('npm run build');
        await command.press('Enter');
        const rule = main.getByRole('region', { name: 'Rule', exact: true });
        await button(rule, 'Fewer words').click();
        await untilArmed(rule);
      },
      inView: (page) => page.getByRole('region', { name: 'Rule', exact: true }),
    },
    {
      name: 'settings-refused-rule',
      title: 'A rule that nobody can make, and the rules by their use',
      async reach({ page }) {
        const main = page.getByRole('main');
        const command = main.getByRole('textbox', { name: 'Command of the rule', exact: true });
        await command.fill('rm -r build');
        await command.press('Enter');
        await expect(main).toContainText('No rule can allow this');
        await main.getByRole('radio', { name: 'By use', exact: true }).click();
      },
      inView: (page) => page.getByRole('radio', { name: 'By use', exact: true }),
    },
  ],
};
