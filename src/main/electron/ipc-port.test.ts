import { beforeEach, expect, test, vi } from 'vitest';
import { appMenu } from '../desktop/menus.ts';
import type { CommandId } from '../../shared/commands/command.ts';
import { ownPageAt } from './own-page.ts';

type Item = {
  id?: string;
  label?: string;
  role?: string;
  accelerator?: string;
  registerAccelerator?: boolean;
  enabled?: boolean;
  click?: () => void;
  submenu?: Item[];
};

const fake = vi.hoisted(() => ({
  menu: null as Item[] | null,
  calls: new Map<string, (event: unknown, given: unknown) => unknown>(),
}));

function itemWithId(items: readonly Item[], id: string): Item | null {
  return items.flatMap((item) => [item, ...(item.submenu ?? [])]).find((item) => item.id === id) ?? null;
}

vi.mock('electron', () => ({
  ipcMain: {
    on: (channel: string, listener: () => unknown) => void fake.calls.set(channel, listener),
    handle: (channel: string, listener: () => unknown) => void fake.calls.set(channel, listener),
  },
  Menu: {
    buildFromTemplate(template: Item[]) {
      fake.menu = template;
      return template;
    },
    getApplicationMenu: () =>
      fake.menu && { getMenuItemById: (id: string) => itemWithId(fake.menu ?? [], id) },
  },
}));

const { toMenu } = await import('./menu.ts');
const { acceptPageCalls } = await import('./ipc-port.ts');

const own = { url: 'app://parley/index.html' };
const ours = { senderFrame: own, sender: { mainFrame: own } };
const elsewhere = { url: 'https://evil.test/' };
const foreign = [
  { senderFrame: { url: own.url }, sender: { mainFrame: own } },
  { senderFrame: elsewhere, sender: { mainFrame: elsewhere } },
  { senderFrame: null, sender: { mainFrame: own } },
];

/** A window that keeps what is asked of it. */
function acceptCalls() {
  const done: string[] = [];
  const window = {
    show: () => undefined,
    send: () => undefined,
    announce: () => undefined,
    isOpen: () => true,
    isFocused: () => true,
    zoom: (command: string) => void done.push(command),
    async chooseFolder() {
      done.push('choose');
      return '/home/parser';
    },
  };
  acceptPageCalls(window, ownPageAt(own.url));
  const call = (channel: string, event: unknown, given?: unknown) => fake.calls.get(channel)?.(event, given);
  return { done, call };
}

beforeEach(() => {
  fake.calls.clear();
  fake.menu = null;
});

test('our page has a folder chosen, and no other frame does', async () => {
  const { done, call } = acceptCalls();
  expect(await call('parley:choose-folder', ours)).toBe('/home/parser');
  for (const event of foreign) expect(await call('parley:choose-folder', event)).toBeNull();
  expect(done).toEqual(['choose']);
});

test('our page zooms by the known commands, and no other frame does', () => {
  const { done, call } = acceptCalls();
  for (const command of ['zoom-in', 'zoom-out', 'zoom-reset', 'zoom-away', 7])
    call('parley:zoom', ours, command);
  for (const event of foreign) call('parley:zoom', event, 'zoom-in');
  expect(done).toEqual(['zoom-in', 'zoom-out', 'zoom-reset']);
});

/** Builds the menu of the application; `ran` are the commands that were chosen in it. */
function buildMenu() {
  const ran: CommandId[] = [];
  toMenu(appMenu(false), (id) => ran.push(id));
  return { menu: fake.menu ?? [], ran };
}

test('the menu runs the commands of the page, and shows the keys that the page takes itself', () => {
  const { menu, ran } = buildMenu();
  expect(menu.map(({ label }) => label)).toEqual(['File', 'Edit', 'Chat', 'View', 'Go', 'Window', 'Help']);
  const first = menu[0]?.submenu?.[0];
  expect(first).toMatchObject({
    id: 'new-chat',
    label: 'New chat',
    accelerator: 'CmdOrCtrl+N',
    registerAccelerator: false,
  });
  first?.click?.();
  itemWithId(menu, 'shortcuts')?.click?.();
  expect(ran).toEqual(['new-chat', 'shortcuts']);
  expect(menu[0]?.submenu?.at(-1)).toEqual({ role: 'quit' });
});

test('a name in a menu stands as it is, with every &', () => {
  const built: unknown = toMenu([{ kind: 'item', label: 'salt & pepper && more', action: 'a' }], () => {});
  expect(built).toMatchObject([{ label: 'salt && pepper &&&& more' }]);
});

test('the menu greys what our page says cannot be had now', () => {
  const { menu } = buildMenu();
  const { call } = acceptCalls();
  const enabled = () => ['new-workspace', 'stop'].map((id) => itemWithId(menu, id)?.enabled);
  call('parley:offer-commands', ours, ['new-workspace']);
  expect(enabled()).toEqual([true, false]);
  for (const event of foreign) call('parley:offer-commands', event, ['stop']);
  call('parley:offer-commands', ours, 'stop');
  expect(enabled()).toEqual([true, false]);
  call('parley:offer-commands', ours, ['stop']);
  expect(enabled()).toEqual([false, true]);
});
