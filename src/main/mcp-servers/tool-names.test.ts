import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolNames } from './tool-names.ts';

test('a tool is called by its server and its name', () => {
  expect([...toolNames([{ server: 'files', tool: 'read_file' }]).keys()]).toEqual(['files__read_file']);
});

test('whatever servers and tools are called, every tool has a name of its own that providers take', () => {
  const named = fc.record({ server: fc.string(), tool: fc.string() });
  fc.assert(
    fc.property(fc.array(named, { maxLength: 60 }), (tools) => {
      const names = toolNames(tools);
      expect([...names.values()]).toEqual(tools);
      for (const name of names.keys()) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    }),
  );
});
