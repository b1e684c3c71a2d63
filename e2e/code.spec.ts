import { expect, type Page } from '@playwright/test';
import { button, conversation, send, untilIdle, untilSaid } from './support/chat.ts';
import { expectNothingShifts, watchShifts } from './support/layout-shift.ts';
import { say, test } from './support/provider.ts';

const kinds = ['keyword', 'string', 'comment', 'constant', 'function', 'inserted', 'deleted'];

const code = '// why\nexport function greet(name: string) {\n  return say("hello", 42);\n}';

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

/** The texts that have a colour, by what they are. */
function coloured(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate((all) => {
    const textOf = (range: AbstractRange) =>
      range.startContainer.textContent?.slice(range.startOffset, range.endOffset).trim() ?? '';
    return Object.fromEntries(
      all.map((kind) => [kind, [...(CSS.highlights.get(`code-${kind}`) ?? [])].map(textOf)]),
    );
  }, kinds);
}

test('code has colours by its language, whose name it shows', async ({ parley: { page }, provider }) => {
  provider.reply(say(`Look:\n\n${fenced('ts', code)}\n\n${fenced('diff', '-old\n+new')}\n\nThat is all.`));
  await send(page, 'Show me');
  await expect(conversation(page)).toContainText('That is all.');
  await expect(conversation(page).getByText('TypeScript', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Code in TypeScript', exact: true })).toBeVisible();
  await expect
    .poll(() => coloured(page))
    .toMatchObject({
      comment: ['// why'],
      string: ['"hello"'],
      constant: ['42'],
      function: ['greet', 'string', 'say'],
      inserted: ['+new'],
      deleted: ['-old'],
    });
  await untilIdle(page);
  await page.emulateMedia({ forcedColors: 'active' });
  // Highlights without colours of their own would be painted as a selection there.
  await expect(conversation(page).locator('pre code').first()).toHaveCSS('forced-color-adjust', 'none');
});

test('code has colours line by line while it is written', async ({ parley: { page }, provider }) => {
  const lines = Array.from({ length: 100 }, (_, index) => `const line${index} = '${index}';`);
  const text = `\`\`\`js\n${lines.join('\n')}\nconst last = '`;
  provider.reply({ type: 'hang', blocks: [{ type: 'text', text }] });
  await send(page, 'Show me');
  await expect.poll(async () => (await coloured(page))['string']).toContain("'0'");
  await button(page, 'Stop').click();
  await untilIdle(page);
  const shown = await conversation(page).locator('pre code').textContent();
  const strings = shown?.match(/'\d+'/g) ?? [];
  // A text that was cut off within its quotes has their colour too.
  await expect.poll(async () => (await coloured(page))['string']).toEqual(expect.arrayContaining(strings));
});

test('code that is written all the time has colours before it ends, also on a slow machine', async ({
  parley: { page },
  provider,
}) => {
  // A worker that takes longer than the pause between two looks.
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function later(...told: unknown[]) {
      setTimeout(() => void Reflect.apply(postMessage, this, told), 600);
    };
  });
  await page.reload();
  const lines = Array.from({ length: 600 }, (_, index) => `const line${index} = '${index}';`);
  provider.reply({ ...say(`\`\`\`js\n${lines.join('\n')}\n\`\`\``), pauseMs: 50 });
  await send(page, 'Show me');
  await expect.poll(async () => (await coloured(page))['string']).toContain("'0'");
  await expect(conversation(page), 'still being written').not.toContainText('line599');
});

test('colours come without moving anything, also while more is written', async ({
  parley: { page },
  provider,
}) => {
  const blocks = Array.from({ length: 6 }, (_, index) => `Step ${index}.\n\n${fenced('ts', code)}`);
  provider.reply({ ...say(blocks.join('\n\n')), pauseMs: 4 });
  await watchShifts(page);
  await send(page, 'Show me');
  await untilSaid(page, 'Step 5.');
  await expect.poll(async () => (await coloured(page))['comment']?.length ?? 0).toBeGreaterThan(1);
  await expectNothingShifts(page);
});

test('every colour can be read on its ground, in both themes', async ({ parley: { page } }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const ratios = await page.evaluate(contrasts);
    for (const [name, ratio] of Object.entries(ratios)) {
      expect(ratio, `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

/** The contrast of each colour of code with what is behind code, after WCAG 2. */
function contrasts(): Record<string, number> {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement('i'));
  function luminance(token: string): number {
    if (canvas === null) throw new Error('no canvas');
    probe.style.color = `var(${token})`;
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  const ground = luminance('--surface-well');
  const tokens = ['keyword', 'string', 'constant', 'function'].map((kind) => `--code-${kind}`);
  const ratios: Record<string, number> = {};
  for (const token of [...tokens, '--ink-2', '--added-ink', '--danger']) {
    const ink = luminance(token);
    ratios[token] = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  }
  probe.remove();
  return ratios;
}
