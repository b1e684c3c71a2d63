import { createProcedureClient, getRouter, isProcedure } from '@orpc/server';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';
import { contract } from '../../shared/contract/contract.ts';

/** The calls about a chat that is named by its id alone, among those that have to find it. */
const names = Object.entries(contract.workspace).flatMap(([name, { '~orpc': declared }]) => {
  const checked = declared.inputSchema?.['~standard'].validate({ workspaceId: 'none' });
  return 'no-such-workspace' in declared.errorMap && checked !== undefined && 'value' in checked
    ? [name]
    : [];
});

it('finds calls to try', () => expect(names).toContain('resume'));

it.each(names)('workspace.%s ends in no-such-workspace for a chat that is not there', async (name) => {
  const { app } = testApp(temporaryFolder(), {});
  const procedure = getRouter(await app.router(), ['workspace', name]);
  if (!isProcedure(procedure)) throw new Error(`There is no handler of ${name}.`);
  const call = createProcedureClient(procedure, { context: {} });
  await expect(call({ workspaceId: 'none' })).rejects.toMatchObject({
    code: 'no-such-workspace',
    defined: true,
    message: 'This chat is no longer here.',
  });
});
