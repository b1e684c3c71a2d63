import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AgentCase, agentCases } from './agents/agent-cases.ts';
import { AgentTrial } from './agents/agent-trial.ts';
import type { StepResult } from './agents/step-result.ts';

/**
 * Tries real agents, installed from npm into `.cache/agents`, against a model on this machine: question, plan,
 * edit, command, a no with a reason, the end of the agent and of Parley, stop. Prints a table. Arguments name the
 * agents to try, `--step` one step; with `--record` only the step about Plan is tried, and kept for tests.
 */
const cache = join(import.meta.dirname, '../../.cache/agents');
const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false }, step: { type: 'string' } },
});
const chosen = agentCases.filter(({ id }) => named.length === 0 || named.includes(id));
const rows: { agent: AgentCase; results: StepResult[] }[] = [];
for (const agent of chosen) rows.push({ agent, results: await play(agent) });
process.stdout.write(`${table()}\n`);
process.exitCode = rows.some(({ results }) => results.some(({ result }) => result === 'no')) ? 1 : 0;

async function play(agent: AgentCase): Promise<StepResult[]> {
  const modules = install(agent);
  const trial = await AgentTrial.begin(agent, modules, values.record);
  try {
    const results = await trial.play(values.step);
    for (const { step, result, note } of results)
      process.stderr.write(`${agent.name}: ${step}: ${result}${note === '' ? '' : ` (${note})`}\n`);
    return results;
  } finally {
    await trial.end();
  }
}

/** Installs an agent at its pinned version, once. */
function install({ id, package: spec }: AgentCase): string {
  const folder = join(cache, id);
  const modules = join(folder, 'node_modules');
  const at = spec.lastIndexOf('@');
  const about = join(modules, spec.slice(0, at), 'package.json');
  const isThere =
    existsSync(about) && readFileSync(about, 'utf8').includes(`"version": "${spec.slice(at + 1)}"`);
  if (isThere) return modules;
  mkdirSync(folder, { recursive: true });
  process.stderr.write(`Installing ${spec} …\n`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, spec], { stdio: 'ignore' });
  return modules;
}

function table(): string {
  const steps = rows[0]?.results.map(({ step }) => step) ?? [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['agent', ...steps]),
    line(['---', ...steps.map(() => '---')]),
    ...rows.map(({ agent, results }) =>
      line([`${agent.name}, \`${agent.package}\``, ...results.map(({ result }) => result)]),
    ),
  ].join('\n');
}
