import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';

/** A thin fake of what these files use of Electron, for what no stand-in can show. */
const fake = vi.hoisted(() => ({
  popups: [] as { label?: string; click?: () => void; role?: string }[][],
  clients: [] as unknown[][],
  openUrl: [] as ((event: { preventDefault(): void }, link: string) => void)[],
  notifications: [] as unknown[],
  supported: true,
}));

vi.mock('electron', () => ({
  Menu: {
    buildFromTemplate: (template: (typeof fake.popups)[number]) => ({
      popup: () => void fake.popups.push(template),
    }),
  },
  app: {
    getAppPath: () => '/app',
    setAsDefaultProtocolClient: (...all: unknown[]) => fake.clients.push(all),
    on: (_name: string, listener: (typeof fake.openUrl)[number]) => fake.openUrl.push(listener),
  },
  Notification: class {
    static isSupported = () => fake.supported;
    on = () => this;
    constructor() {
      fake.notifications.push(this);
    }
    show = () => undefined;
  },
}));

const { offerContextMenu } = await import('./menu.ts');
const { collectLinks, registerLinks } = await import('./guards.ts');
const { createNotifications } = await import('./attention.ts');

beforeEach(() => {
  fake.popups = [];
  fake.clients = [];
  fake.openUrl = [];
  fake.notifications = [];
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
  createNotifications('/icon.png', () => undefined).show(noticeOf('Which?'));
  expect(fake.notifications).toEqual([]);
  fake.supported = true;
  createNotifications('/icon.png', () => undefined).show(noticeOf('Which?'));
  expect(fake.notifications).toHaveLength(1);
});

type Notice = Parameters<ReturnType<typeof createNotifications>['show']>[0];

function noticeOf(body: string): Notice {
  return {
    kind: 'needs-you' as const,
    workspaceId: workspaceIdSchema.parse('w'),
    toolCallId: toolCallIdSchema.parse('c'),
    title: 'parser',
    body,
  };
}
