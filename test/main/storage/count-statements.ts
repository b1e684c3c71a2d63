import { StatementSync } from 'node:sqlite';
import { vi } from 'vitest';

/** Runs something and gives the statements it had SQLite carry out, as often as each was. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = StatementSync;
  const spies = [
    vi.spyOn(prototype, 'run'),
    vi.spyOn(prototype, 'get'),
    vi.spyOn(prototype, 'all'),
    vi.spyOn(prototype, 'iterate'),
  ];
  try {
    await work();
    return spies.flatMap(({ mock }) => mock.contexts.map(sqlOf));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function sqlOf(statement: unknown): string {
  if (!(statement instanceof StatementSync)) throw new Error('Something else than a statement ran.');
  return statement.sourceSQL;
}
