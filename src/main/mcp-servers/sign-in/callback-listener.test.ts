import { expect, onTestFinished, test } from 'vitest';
import { idleConnections } from '../../../../test/main/mcp-servers/idle-connections.ts';
import { CallbackListener } from './callback-listener.ts';

test('of too many connections that say nothing the oldest ends, and a browser still comes back', async () => {
  const listener = new CallbackListener(async () => ({ type: 'signed-in', server: 'far' }));
  onTestFinished(() => listener.close());
  const address = await listener.open();
  const idle = await idleConnections(address, 1_010);
  await expect.poll(() => idle.slice(0, 10).every(({ closed }) => closed)).toBe(true);
  const response = await fetch(`${address}?code=c&state=s`);
  expect(await response.text()).toContain('You are signed in to far');
});
