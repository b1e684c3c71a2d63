import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, cards, press } from '../support/chat.ts';
import { startCommand } from '../support/command.ts';
import type { AppStory } from './state.ts';

const question = JSON.stringify({
  questions: [
    {
      question: 'The release notes mention a change that is not merged. What now?',
      header: 'Release',
      options: [
        { label: 'Leave it out (Recommended)', description: 'It goes into the next release' },
        { label: 'Wait for it', description: 'The release is held until it is merged' },
      ],
      multiSelect: false,
    },
  ],
});

const plan = `# Release 0.5.0

## Steps

1. Set the version in \`package.json\`, and the date in the changelog.
2. Tag the commit and push the tag.
3. Publish the package once the build of the tag has passed.

## Check

Install the package in an empty folder and run the example of the README.
`;

/** `asking` holds the command that asks, which a later state ends. */
function statesWhile(asking: { command?: ReturnType<typeof startCommand>['child'] }): AppStory['states'] {
  return [
    {
      name: 'asker-waits',
      title: 'An agent elsewhere asks, and a reply would go to it',
      async reach({ page, ...place }) {
        const args = ['--asker', 'Claude Code', question];
        asking.command = startCommand(place, 'ask-user-question.js', args).child;
        await expect(cards(page)).toContainText('Claude Code has a question');
        await expect(page.getByRole('combobox', { name: 'To', exact: true })).toHaveText(/Claude Code/);
      },
    },
    {
      name: 'asker-gone',
      title: 'It is gone, and its card waits on',
      async reach({ page }) {
        asking.command?.kill('SIGTERM');
        await expect(cards(page)).toContainText('disconnected. Your answer will be kept');
      },
      inView: (page) => cards(page).getByText(/disconnected/),
    },
    {
      name: 'asker-kept',
      title: 'Answered while it was gone',
      async reach({ page }) {
        await cards(page).getByRole('radio', { name: 'Wait for it', exact: true }).click();
        await press(cards(page), 'Submit answers');
        await expect(cards(page)).toContainText('Kept until Claude Code asks again');
      },
    },
    {
      name: 'asker-review',
      title: 'A script has a plan reviewed',
      async reach({ page, ...place }) {
        const file = join(place.dataDir, 'release.md');
        await writeFile(file, plan);
        const args = ['review', '--asker', 'release script', file];
        asking.command = startCommand(place, 'parley.js', args).child;
        await expect(review(page)).toContainText('from release script');
      },
      inView: (page) => button(review(page), 'Approve plan'),
    },
    {
      name: 'asker-review-gone',
      title: 'It is gone before the plan is decided',
      async reach({ page }) {
        asking.command?.kill('SIGTERM');
        await expect(review(page)).toContainText('disconnected. Your decision will be kept');
      },
      inView: (page) => review(page).getByText(/disconnected/),
    },
  ];
}

export const outside: AppStory = { name: 'Askers from outside', agent: 'guide', states: statesWhile({}) };

function review(page: Parameters<typeof cards>[0]) {
  return page.getByRole('region', { name: 'Preview: Release 0.5.0', exact: true });
}
