import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCommand, whichOne } from '../../e2e/support/command.ts';
import { bridged, overHttp } from '../../e2e/support/mcp-client.ts';
import { type CallOptions, generations } from '../../test/main/outside/mcp-clients.ts';

/** Somebody outside who asks once and waits; `asks` resolves to what they read in the end. */
export type PatientAsker = { name: string; asks(): Promise<string>; reads: string };

type Place = { dataDir: string; workspaceDir: string };

const options = [
  { label: 'First', description: 'The first of them' },
  { label: 'Second', description: 'The second of them' },
];

/** The plan that `parley review` shows. */
export const plan = '# Wait\n\nFor as long as it takes.\n';

/** One of each kind that can ask; their cards are answered with the first option, the plan is approved. */
export async function patientAskers(place: Place, longestMs: number): Promise<PatientAsker[]> {
  const [questionFile, planFile] = [join(place.dataDir, 'question.json'), join(place.dataDir, 'plan.md')];
  await writeFile(questionFile, whichOne('Which one?'));
  await writeFile(planFile, plan);
  return [
    commandAsker(place, 'AskUserQuestion', 'ask-user-question.js', [whichOne('Which one?')], {
      reads: '{"answers":{"Which":"First"}}\n',
    }),
    commandAsker(place, 'parley ask', 'parley.js', ['ask', questionFile], {
      reads: `User has answered your questions: "Which one?"="First". You can now continue with the user's answers in mind.\n`,
    }),
    commandAsker(place, 'parley review', 'parley.js', ['review', planFile], { reads: plan }),
    ...mcpAskers(place, longestMs),
  ];
}

function commandAsker(
  place: Place,
  name: string,
  file: Parameters<typeof startCommand>[1],
  args: readonly string[],
  { reads }: { reads: string },
): PatientAsker {
  return {
    name,
    reads,
    async asks() {
      const { stdout, stderr } = await startCommand(place, file, args).ended;
      return stdout + stderr;
    },
  };
}

/**
 * Each version of the protocol by each way: with a short timeout that progress restarts, and with a long one and
 * no progress.
 */
function mcpAskers(place: Place, longestMs: number): PatientAsker[] {
  const patience: Record<string, CallOptions> = {
    'with progress': { timeout: 60_000, onprogress: () => undefined, resetTimeoutOnProgress: true },
    'in silence': { timeout: longestMs },
  };
  return Object.entries({ 'over HTTP': overHttp, 'through parley mcp': bridged }).flatMap(([way, connect]) =>
    generations.flatMap((generation) =>
      Object.entries(patience).map(([manner, given]): PatientAsker => {
        const name = `${generation} ${way} ${manner}`;
        return {
          name,
          reads: '{"answers":{"0":"First"}}',
          async asks() {
            const client = await connect(generation, place, name);
            const args = { questions: [{ question: 'Which one?', header: 'Which', options }] };
            const texts = await client.call('ask_user', { ...args, workspace: place.workspaceDir }, given);
            await client.close();
            return texts.join('\n');
          },
        };
      }),
    ),
  );
}
