import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import { button, conversation, send, untilIdle } from './support/chat.ts';
import { wish } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';

const line =
  'flowchart LR\n  A[A line] --> B{Quote?}\n  B -- no --> C[Cut there]\n  B -- yes --> D(Skip it)\n  D --> C';

const diagram = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\``;

const diagrams = (within: Page | Locator) => within.getByRole('figure', { name: 'Diagram', exact: true });

/** The frame of a diagram, once it is drawn, which it is near the screen. */
async function drawn(figure: Locator): Promise<Frame> {
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toHaveAttribute('data-drawn');
  const element = await figure.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('A diagram has no frame.');
  await frame.locator('svg').waitFor();
  return frame;
}

const fillOf = (frame: Frame) =>
  frame
    .locator('.node rect')
    .first()
    .evaluate((shape) => getComputedStyle(shape).fill);

test('a diagram is drawn in the colours of the page, with its source at hand, and larger', async ({
  parley: { page, host },
  provider,
}) => {
  const served = page.waitForResponse((response) => /\/assets\/diagram-[\w-]+\.html$/.test(response.url()));
  await page.emulateMedia({ colorScheme: 'light' });
  provider.reply(say(`So:\n\n${diagram(line)}\n\nThat is all.`));
  await send(page, 'Show me');
  const figure = diagrams(conversation(page));
  const frame = await drawn(figure);
  await expect(frame.locator('svg')).toContainText('Quote?');
  const light = await fillOf(frame);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => fillOf(frame)).not.toBe(light);
  expect(await frame.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  if (host === 'browser') {
    const headers = await (await served).allHeaders();
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'unsafe-inline'; frame-ancestors 'self'$/,
    );
    expect(headers['cache-control']).toContain('immutable');
  }
  await expect(figure.getByRole('group', { name: 'Code in mermaid', exact: true })).toBeHidden();
  await button(figure, 'Show source').click();
  await expect(figure.getByRole('group', { name: 'Code in mermaid', exact: true })).toContainText(
    'A[A line]',
  );
  await button(figure, 'Open larger').click();
  const dialog = page.getByRole('dialog', { name: 'Diagram', exact: true });
  await expect(dialog.frameLocator('iframe').locator('svg')).toContainText('Quote?');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a diagram that can’t be drawn stands as its source, with a sentence', async ({
  parley: { page },
  provider,
}) => {
  const long = `flowchart LR\n${'  A --> B\n'.repeat(6_000)}`;
  provider.reply(
    say(['flowchart LR\n  A --> [', long, 'no diagram at all'].map(diagram).join('\n\nand\n\n')),
  );
  await send(page, 'Show me');
  await untilIdle(page);
  const mistake = 'This diagram can’t be drawn. There is a mistake in its text, or it has too many parts.';
  const expected = [
    ['A --> [', mistake],
    ['A --> B', 'This diagram is too long to be drawn.'],
    ['no diagram at all', mistake],
  ] as const;
  for (const [at, [text, problem]] of expected.entries()) {
    const figure = diagrams(conversation(page)).nth(at);
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toContainText(problem);
    await expect(figure).toContainText(text);
    await expect(figure.locator('iframe')).toHaveCount(0);
  }
});

const hostile = [
  'flowchart LR\n  A["<script>parent.wasInjected = true</script><img src=x onerror=\'parent.wasInjected = true\'>"]',
  'flowchart LR\n  A --> B\n  click A "javascript:parent.wasInjected = true" "go"\n  click B "https://injected.invalid/" _top',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "svg { background: url(https://injected.invalid/a.png) }"}}%%\nflowchart LR\n  A["<b onclick=\'alert(1)\'>B</b>"]\n  click A call alert("hi")',
  '---\nconfig:\n  securityLevel: loose\n  fontFamily: "x; } * { background: url(https://injected.invalid/b.png) } y {"\n---\nflowchart LR\n  A["<foreignObject><iframe src=https://injected.invalid/></foreignObject>"]',
  'sequenceDiagram\n  participant A\n  link A: Home @ javascript:parent.wasInjected=true\n  A->>A: <svg onload="parent.wasInjected=true">',
];

test('what a diagram brings along runs nothing, loads nothing and leads nowhere', async ({
  parley: { page, console },
  provider,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('injected.invalid')) asked.push(request.url());
  });
  console.expect(/Content Security Policy|violates the following|[Ss]andbox/);
  provider.reply(say(hostile.map(diagram).join('\n\nand\n\n')));
  await send(page, 'Show me');
  await untilIdle(page);
  const shown = diagrams(conversation(page));
  await expect(shown).toHaveCount(hostile.length);
  for (const at of hostile.keys()) {
    const frame = await drawn(shown.nth(at));
    expect(
      await frame.evaluate(() => ({
        origin: window.origin,
        active: document.body.querySelectorAll(
          'a, script:not(body > script), iframe, img, foreignObject, [onclick], [onerror], [onload]',
        ).length,
      })),
    ).toEqual({ origin: 'null', active: 0 });
    await frame.locator('svg').click();
  }
  const frame = await drawn(shown.first());
  const tried = await frame.evaluate(async () => {
    const outcome = async (act: () => unknown) => {
      try {
        await act();
        return 'done';
      } catch {
        return 'refused';
      }
    };
    return {
      page: await outcome(() => parent.document.title),
      storage: await outcome(() => localStorage.length),
      cookie: await outcome(() => document.cookie),
      fetch: await outcome(() => fetch('https://injected.invalid/c')),
      top: await outcome(() => {
        top?.location.assign('https://injected.invalid/d');
      }),
      window: window.open('https://injected.invalid/e') === null ? 'refused' : 'done',
    };
  });
  expect(tried).toEqual({
    page: 'refused',
    storage: 'refused',
    cookie: 'refused',
    fetch: 'refused',
    top: 'refused',
    window: 'refused',
  });
  await frame.evaluate(() => window.location.assign('https://injected.invalid/f'));
  expect(await page.evaluate(() => 'wasInjected' in window)).toBe(false);
  expect(asked).toEqual([]);
});

test('a diagram is text while it is written, and drawn once that is over', async ({
  parley: { page },
  provider,
}) => {
  provider.reply({ type: 'hang', blocks: [{ type: 'text', text: `So:\n\n\`\`\`mermaid\n${line}` }] });
  await send(page, 'Show me');
  const code = conversation(page).getByRole('group', { name: 'Code in mermaid', exact: true });
  await expect(code).toContainText('D --> C');
  await expect(conversation(page).locator('iframe')).toHaveCount(0);
  await button(page, 'Stop').click();
  await untilIdle(page);
  await drawn(diagrams(conversation(page)));
});

test('a diagram that is drawn stays while the answer goes on', async ({ parley: { page }, provider }) => {
  const text = `So:\n\n${diagram(line)}\n\n${'And so on. '.repeat(8)}`;
  provider.reply({ type: 'hang', blocks: [{ type: 'text', text }] });
  await send(page, 'Show me');
  const figure = diagrams(conversation(page));
  await drawn(figure);
  const frame = await figure.locator('iframe').elementHandle();
  await expect(conversation(page)).toContainText('And so on. And so on.');
  expect(await frame?.evaluate((element) => element.isConnected)).toBe(true);
});

test('where somebody decides, the source stands open under the diagram', async ({
  parley: { page },
  provider,
}) => {
  const plan = `# Lines\n\n${diagram(line)}\n`;
  provider.reply(
    answer({ type: 'tool_use', id: 'plan-1', name: 'propose_plan', input: { title: 'Lines', plan } }),
    wish('Ready.'),
  );
  await page.getByRole('radio', { name: 'Plan', exact: true }).click();
  await send(page, 'Plan it');
  const card = page.getByRole('region', { name: 'Preview: Lines', exact: true });
  const figure = diagrams(card);
  const frame = await drawn(figure);
  await expect(frame.locator('svg')).toContainText('Quote?');
  await expect(figure.getByRole('group', { name: 'Code in mermaid', exact: true })).toContainText(
    'A[A line]',
  );
  await expect(button(figure, 'Show source')).toHaveCount(0);
});

test('one that never ends is given up, and its frame with it', async ({ parley: { page }, provider }) => {
  // In the place of a text that Mermaid lays out for minutes: a page that begins and says no more.
  await page.route(/\/assets\/diagram-[\w-]+\.html$/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script>parent.postMessage({ type: "ready" }, "*")</script>',
    }),
  );
  provider.reply(say(`So:\n\n${diagram(line)}\n\nThat is all.`));
  await send(page, 'Show me');
  const figure = diagrams(conversation(page));
  await expect(figure).toContainText('This diagram takes too long to draw.');
  await expect(figure).toContainText('A[A line]');
  await expect(figure.locator('iframe')).toHaveCount(0);
});
