import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { conversation, press, send, untilSaid, waitingCard } from './support/chat.ts';
import { answer, ask, say, test } from './support/provider.ts';

/** Markup that would run, load or lead somewhere if anything took it for more than text. */
const markup = [
  '<script>window.wasInjected = true</script>',
  '<img src="https://injected.invalid/a.png" onerror="window.wasInjected = true">',
  '<iframe srcdoc="<script>parent.wasInjected = true</script>"></iframe>',
  '<svg onload="window.wasInjected = true"></svg>',
  '<style>@import "https://injected.invalid/b.css";</style>',
  '![remote](https://injected.invalid/c.png)',
  '![inline](data:image/svg+xml,<svg onload="window.wasInjected=true"/>)',
  '[script](javascript:window.wasInjected=true)',
  '[data](data:text/html,<script>window.wasInjected=true</script>)',
  '[plain](http://injected.invalid/)',
];
const all = markup.join('\n\n');

/** Acts of a page that its content led it to. */
async function harm(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    ran: 'wasInjected' in window,
    elements: document.querySelectorAll(
      'iframe, object, embed, [onerror], [onload], body div script, body div style',
    ).length,
    images: Array.from(document.images, ({ src }) => src).filter((src) => !src.startsWith(location.origin)),
    links: Array.from(document.links, ({ protocol }) => protocol).filter((protocol) =>
      /^(javascript|data):/.test(protocol),
    ),
    cookie: document.cookie,
  }));
}

const harmless = { ran: false, elements: 0, images: [], links: [], cookie: '' };

test('markup in an answer, a question, a plan, a file name and a file runs nothing and loads nothing', async ({
  parley: { page, host, workspaceDir, console },
  provider,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('injected.invalid')) asked.push(request.url());
  });
  const name = '<img src=x onerror=window.wasInjected=true>.md';
  await mkdir(join(workspaceDir, 'notes'));
  await writeFile(join(workspaceDir, 'notes', name), all);
  provider.reply(
    answer(
      { type: 'text', text: all },
      { type: 'thinking', thinking: all },
      { type: 'tool_use', id: 'look', name: 'list_files', input: { path: 'notes' } },
      { type: 'tool_use', id: 'read', name: 'read_file', input: { path: `notes/${name}` } },
    ),
    answer(
      ask('ask', {
        questions: [
          {
            question: all,
            header: '<b>Way</b>',
            multiSelect: false,
            options: markup.slice(0, 4).map((label) => ({ label, description: all, preview: all })),
          },
        ],
      }),
    ),
    answer({
      type: 'tool_use',
      id: 'plan',
      name: 'propose_plan',
      input: { title: '<b>Plan</b>', plan: `# ${all}` },
    }),
    say('That was all.'),
  );
  await send(page, all);
  const card = await waitingCard(page);
  const folded = conversation(page).getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  expect(await harm(page)).toEqual(harmless);
  await card.getByRole('radio').first().click();
  await press(card, 'Submit answers');
  const plan = page.getByRole('region', { name: /^Preview: / });
  await expect(plan).toContainText('Needs you');
  expect(await harm(page)).toEqual(harmless);
  await press(plan, 'Discard plan');
  await untilSaid(page, 'That was all.');
  expect(await harm(page)).toEqual(harmless);
  if (host === 'browser') {
    await expectToldNothing(page);
    console.expect(/Executing inline script violates/);
    await expectServedHarmless(page);
  }
  expect(asked).toEqual([]);
});

/** A link opens in a tab of its own, which learns neither where it was nor who opened it; the chat stays. */
async function expectToldNothing(page: Page): Promise<void> {
  const here = page.url();
  await page
    .context()
    .route('http://injected.invalid/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
    );
  const opening = page.waitForEvent('popup');
  await conversation(page).getByRole('link', { name: 'plain', exact: true }).last().click();
  const opened = await opening;
  await opened.waitForLoadState();
  expect(opened.url()).toBe('http://injected.invalid/');
  expect(await opened.evaluate(() => ({ opener: String(window.opener), from: document.referrer }))).toEqual({
    opener: 'null',
    from: '',
  });
  expect(page.url()).toBe(here);
}

/** The page is served with the first message, in the list; and what is put into it does not run. */
async function expectServedHarmless(page: Page): Promise<void> {
  await page.reload();
  await untilSaid(page, 'That was all.');
  expect(await harm(page)).toEqual(harmless);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.wasInjected = true';
    document.head.append(script);
    script.remove();
  });
  expect(await harm(page)).toEqual(harmless);
}
