import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { PageFile } from '../http/static-files.ts';
import { contentSecurityPolicy, pageHeaders } from '../http/security-headers.ts';
import type { TrayAction } from '../desktop/waiting-chats.ts';

/** A thin fake of what these files use of Electron, for what no stand-in can show. */
const fake = vi.hoisted(() => ({
  popups: [] as { label?: string; click?: () => void; role?: string }[][],
  clients: [] as unknown[][],
  openUrl: [] as ((event: { preventDefault(): void }, link: string) => void)[],
  notifications: [] as { emit(name: string): void }[],
  supported: true,
  trays: [] as FakeTray[],
  serve: undefined as ((request: { url: string; method: string }) => Response) | undefined,
}));

type FakeTray = {
  picture: string;
  toolTip: string;
  menu: { click?: () => void }[];
  destroyed: boolean;
  click: () => void;
};

vi.mock('electron', () => ({
  Menu: {
    buildFromTemplate: (template: (typeof fake.popups)[number]) => ({
      template,
      popup: () => void fake.popups.push(template),
    }),
  },
  Tray: class {
    readonly #shown: FakeTray;
    constructor(picture: string) {
      this.#shown = { picture, toolTip: '', menu: [], destroyed: false, click: () => undefined };
      fake.trays.push(this.#shown);
    }
    on = (_name: string, listener: () => void) => void (this.#shown.click = listener);
    setImage = (picture: string) => void (this.#shown.picture = picture);
    setToolTip = (text: string) => void (this.#shown.toolTip = text);
    setContextMenu = ({ template }: { template: FakeTray['menu'] }) => void (this.#shown.menu = template);
    destroy = () => void (this.#shown.destroyed = true);
  },
  protocol: {
    handle: (_scheme: string, serve: NonNullable<typeof fake.serve>) => void (fake.serve = serve),
  },
  app: {
    getAppPath: () => '/app',
    setAsDefaultProtocolClient: (...all: unknown[]) => fake.clients.push(all),
    on: (_name: string, listener: (typeof fake.openUrl)[number]) => fake.openUrl.push(listener),
  },
  Notification: class {
    static isSupported = () => fake.supported;
    readonly #listeners = new Map<string, () => void>();
    on = (name: string, listener: () => void) => void this.#listeners.set(name, listener);
    emit = (name: string) => this.#listeners.get(name)?.();
    constructor() {
      fake.notifications.push(this);
    }
    show = () => undefined;
  },
}));

const { offerContextMenu } = await import('./menu.ts');
const { collectLinks, registerLinks } = await import('./guards.ts');
const { createNotifications, createWaitingTray } = await import('./attention.ts');
const { serveAppScheme } = await import('./app-scheme.ts');

beforeEach(() => {
  fake.popups = [];
  fake.clients = [];
  fake.openUrl = [];
  fake.notifications = [];
  fake.trays = [];
});

function windowWithSpelling() {
  const done: string[] = [];
  const webContents = Object.assign(new EventEmitter(), {
    replaceMisspelling: (word: string) => done.push(`replace ${word}`),
    session: { addWordToSpellCheckerDictionary: (word: string) => done.push(`learn ${word}`) },
  });
  const window: unknown = { webContents };
  return { window, webContents, done };
}

type Offered = Parameters<typeof offerContextMenu>[0];
const isWindow = (window: unknown): window is Offered => typeof window === 'object' && window !== null;

test('a right click on a misspelt word replaces or learns it', () => {
  const { window, webContents, done } = windowWithSpelling();
  if (!isWindow(window)) throw new Error('there is no window');
  offerContextMenu(window);
  const click = {
    isEditable: true,
    selectionText: '',
    misspelledWord: 'tset',
    dictionarySuggestions: ['test'],
  };
  webContents.emit('context-menu', {}, click);
  const items = fake.popups[0] ?? [];
  items.find(({ label }) => label === 'test')?.click?.();
  items.find(({ label }) => label === 'Add to dictionary')?.click?.();
  expect(done).toEqual(['replace test', 'learn tset']);
  expect(items.map(({ role }) => role)).toContain('paste');
});

test('a right click where there is nothing to do opens no menu', () => {
  const { window, webContents } = windowWithSpelling();
  if (!isWindow(window)) throw new Error('there is no window');
  offerContextMenu(window);
  const click = { isEditable: false, selectionText: '', misspelledWord: '', dictionarySuggestions: [] };
  webContents.emit('context-menu', {}, click);
  expect(fake.popups).toEqual([]);
});

test('links that come before anyone listens are kept in their order', () => {
  const links = collectLinks();
  const open = (link: string) => fake.openUrl[0]?.({ preventDefault: () => undefined }, link);
  open('parley://workspace/a');
  open('parley://workspace/b');
  const heard: string[] = [];
  links.listen((link) => heard.push(link));
  open('parley://workspace/c');
  expect(heard).toEqual(['parley://workspace/a', 'parley://workspace/b', 'parley://workspace/c']);
});

test('the app takes the links of its scheme', () => {
  registerLinks();
  expect(fake.clients).toEqual([['parley']]);
});

test('where the system has no notifications none are made', () => {
  fake.supported = false;
  createNotifications('/icon.png', () => undefined).show(notificationOf('Which?'));
  expect(fake.notifications).toEqual([]);
  fake.supported = true;
  createNotifications('/icon.png', () => undefined).show(notificationOf('Which?'));
  expect(fake.notifications).toHaveLength(1);
});

test('a click on a notification leads to what it tells of', () => {
  const clicked: string[] = [];
  const { show } = createNotifications('/icon.png', ({ body }) => clicked.push(body));
  show(notificationOf('Which?'));
  show(notificationOf('And then?'));
  fake.notifications[1]?.emit('click');
  expect(clicked).toEqual(['And then?']);
});

test('the tray names what waits, leads there, and is gone when nothing waits', () => {
  const chosen: TrayAction[] = [];
  const { show } = createWaitingTray('/pictures', (action) => chosen.push(action));
  show([]);
  expect(fake.trays).toEqual([]);
  const id = workspaceIdSchema.parse('w');
  show([{ id, name: 'parser', waiting: 1 }]);
  const [tray] = fake.trays;
  expect(tray).toMatchObject({
    picture: '/pictures/tray/waiting-1.png',
    toolTip: 'Parley: 1 thing needs you',
    menu: [{ label: 'parser' }, { type: 'separator' }, { label: 'Open Parley' }, { label: 'Quit' }],
  });
  tray?.click();
  for (const item of tray?.menu ?? []) item.click?.();
  expect(chosen).toEqual([
    { type: 'open' },
    { type: 'show', workspaceId: id },
    { type: 'open' },
    { type: 'quit' },
  ]);
  show([
    { id, name: 'parser', waiting: 1 },
    { id, name: 'reader', waiting: 1 },
  ]);
  expect(fake.trays).toHaveLength(1);
  expect(tray).toMatchObject({
    picture: '/pictures/tray/waiting-2.png',
    toolTip: 'Parley: 2 things need you',
  });
  show([]);
  expect(tray?.destroyed).toBe(true);
  show([{ id, name: 'parser', waiting: 1 }]);
  expect(fake.trays).toHaveLength(2);
});

test('the page is served under its policy, to its own address alone', async () => {
  const files = new Map<string, PageFile>([
    [
      '/index.html',
      {
        plain: Buffer.from('<p>'),
        type: 'text/html',
        headers: { 'Content-Security-Policy': "default-src 'none'" },
      },
    ],
    [
      '/assets/diagram-1.html',
      {
        plain: Buffer.from('<svg>'),
        type: 'text/html',
        headers: pageHeaders('/assets/diagram-1.html', '<script>draw()</script>'),
      },
    ],
    ['/icon.svg', { plain: Buffer.from('<svg>'), type: 'image/svg+xml' }],
  ]);
  serveAppScheme({ at: (path) => files.get(path), readAll: async () => undefined });
  const serve = (url: string, method = 'GET') => {
    const response = fake.serve?.({ url, method });
    if (response === undefined) throw new Error('The scheme is not served.');
    return response;
  };
  const served = serve('app://parley/index.html');
  expect([served.status, await served.text()]).toEqual([200, '<p>']);
  expect(served.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  expect(serve('app://parley/icon.svg').headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  const framed = serve('app://parley/assets/diagram-1.html').headers;
  expect(framed.get('content-security-policy')).toMatch(
    /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-/,
  );
  expect(framed.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(served.headers.get('x-frame-options')).toBe('DENY');
  expect(serve('app://parley/missing.html').status).toBe(404);
  expect(serve('app://evil/index.html').status).toBe(404);
  expect(serve('app://parley/index.html', 'POST').status).toBe(405);
});

type Shown = Parameters<ReturnType<typeof createNotifications>['show']>[0];

function notificationOf(body: string): Shown {
  return {
    kind: 'needs-you' as const,
    workspaceId: workspaceIdSchema.parse('w'),
    toolCallId: toolCallIdSchema.parse('c'),
    title: 'parser',
    body,
  };
}
