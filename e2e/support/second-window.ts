import type { Page } from '@playwright/test';
import { type Parley, test } from './parley.ts';

/** Another window of the same Parley, which can be kept from what main sends. */
export type SecondWindow = {
  page: Page;
  /** From here on it gets nothing that main sends; what it sends itself arrives. */
  hold(): void;
  /** Lets through what was held, in its order, and everything after it. */
  release(): void;
};

export async function openSecondWindow({ page, address, console }: Parley): Promise<SecondWindow> {
  test.skip(address === null, 'a desktop host has one window');
  const second = await page.context().newPage();
  console.watch(second);
  let held: (() => void)[] | null = null;
  await second.routeWebSocket(/\/rpc$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const pass = () => socket.send(message);
      if (held === null) pass();
      else held.push(pass);
    });
  });
  await second.goto(address ?? '');
  return {
    page: second,
    hold() {
      held ??= [];
    },
    release() {
      for (const pass of held ?? []) pass();
      held = null;
    },
  };
}
