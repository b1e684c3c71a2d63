import { expect, test } from 'vitest';
import type { AgentInstall } from '../../../shared/providers/agent-install.ts';
import type { FoundAgents } from '../../../shared/providers/external-agent.ts';
import { AgentSearch } from './agent-search.ts';

const install = (agent: string): AgentInstall => ({ agent, lines: [], state: { type: 'checking' } });

const none: FoundAgents = { agents: [], file: '', problem: null };

/** A search that is looked at, whose looks end as the test says. */
function startSearch() {
  const looks: PromiseWithResolvers<FoundAgents>[] = [];
  let installs: readonly AgentInstall[] = [];
  let follow: (now: readonly AgentInstall[], before: readonly AgentInstall[]) => void = () => undefined;
  const search = new AgentSearch({
    find() {
      const look = Promise.withResolvers<FoundAgents>();
      looks.push(look);
      return look.promise;
    },
    onInstalls(listener) {
      follow = listener;
      return () => undefined;
    },
  });
  const leave = search.subscribe(() => undefined);
  const change = (...now: AgentInstall[]) => {
    const before = installs;
    installs = now;
    follow(now, before);
  };
  const ends = async (look: number, found = none) => {
    looks[look]?.resolve(found);
    await looks[look]?.promise;
  };
  const over = () => search.over().map(({ agent }) => agent);
  return { search, looks, change, ends, over, leave };
}

test('an install that is over is shown until the look after it has found the agent', async () => {
  const { looks, change, ends, over } = startSearch();
  await ends(0);
  change(install('acp/claude'));
  expect([over(), looks.length]).toEqual([[], 1]);
  change();
  expect([over(), looks.length]).toEqual([['acp/claude'], 2]);
  await ends(1);
  expect(over()).toEqual([]);
});

test('a look that was under way when it ended says nothing of it', async () => {
  const { search, change, ends, over } = startSearch();
  change(install('acp/claude'));
  change();
  await ends(0, { ...none, file: 'old' });
  expect([over(), search.found()]).toEqual([['acp/claude'], null]);
  await ends(1, { ...none, file: 'new' });
  expect([over(), search.found()?.file]).toEqual([[], 'new']);
});

test('one that is still fetching is none of those that are over', async () => {
  const { change, ends, over } = startSearch();
  change(install('acp/claude'), install('acp/codex'));
  change(install('acp/codex'));
  expect(over()).toEqual(['acp/claude']);
  await ends(1);
  change();
  expect(over()).toEqual(['acp/codex']);
});

test('after the last who looks nothing is kept', async () => {
  const { search, change, leave, over } = startSearch();
  change(install('acp/claude'));
  change();
  leave();
  expect([over(), search.found()]).toEqual([[], null]);
});
