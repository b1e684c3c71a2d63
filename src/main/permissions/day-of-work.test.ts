import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder, temporaryFolderOnDisk } from '../../../test/main/temporary-folder.ts';
import { joinedCommands } from './joined-commands.ts';
import { type PlainCommand, unaskedReading } from './unasked-reading.ts';

const commands = join(import.meta.dirname, '../../../test/main/permissions/commands/day.txt');
const day = readFileSync(commands, 'utf8')
  .split('\n')
  .filter((line) => !/^(?:#|$)/.test(line));

/** Lines of the day that may never run without a card that the person answers. */
const grave =
  /\.env|secrets\.yaml|rm -rf|-delete|reset --hard|push --force|--amend|publish|-exec|for f|curl|psql|python3 (?:-c|scripts)|node dist|printenv|^env|^echo '|npx|RUST_|^rg|grep -rn|cargo run|^cd /;

/** Those of them that ask also where all else runs confined. */
const lasting =
  /\.env|secrets\.yaml|rm -rf|-delete|reset --hard|push|commit|publish|-exec|for f|curl|psql|printenv|RUST_|^cd /;

const quiet = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

/** An environment with programs to be looked up and not run, so that the day is the same where one is missing. */
function environment(): NodeJS.ProcessEnv {
  const folder = temporaryFolderOnDisk();
  const names =
    'cat cut date df diff du file find grep head jq ls md5sum node pwd python3 sed sort stat tail tree uname uniq wc which echo';
  for (const name of names.split(' ')) copyFileSync('/bin/sh', join(folder, name));
  return { ...quiet, PATH: [folder, process.env['PATH']].join(delimiter) };
}

/** A folder with the files that the day is about. */
function project(): string {
  const folder = temporaryFolder();
  const script = `
    mkdir -p src/dates dist app tests data crates/parser/src target/debug node_modules
    for f in src/server.ts src/parse.ts src/parse.test.ts src/config.ts src/words.txt src/dates/zone.ts dist/server.js \
      package.json tsconfig.json server.log app/main.py app/old_main.py tests/test_main.py data/orders.csv app.log \
      pyproject.toml requirements.txt Cargo.toml Cargo.toml.orig crates/parser/src/lib.rs target/debug/build.log \
      CHANGELOG.md .env .env.example secrets.yaml
    do echo '{}' > $f; done
    git init -q -b main; git config user.name a; git config user.email a@example.com
    git remote add origin git@example.com:a/b.git
    git add -A; git commit -qm First; echo '{"a":1}' > src/parse.ts; git commit -qam Second; git branch fix/dates`;
  execFileSync('/bin/sh', ['-c', script], { cwd: folder, env: quiet, stdio: 'ignore' });
  return folder;
}

/** Looks up each command once. */
function lookedUp(): (command: PlainCommand) => Promise<string[] | undefined> {
  const found = new Map<string, Promise<string[] | undefined>>();
  const env = environment();
  const deps = {
    environment: async () => env,
    dataFolder: { paths: () => ['/nowhere'], isChatFolder: () => false },
    mayUseGit: async () => true,
  };
  return (command) => {
    const known = found.get(command.argv.join(' ')) ?? unaskedReading(command, deps);
    found.set(command.argv.join(' '), known);
    return known;
  };
}

type Day = {
  folder: string;
  /** Undefined where each line asks that no rule allows as a whole. */
  reading?: (command: PlainCommand) => Promise<string[] | undefined>;
  /** True where the person makes a rule each time, as wide as the card offers it. */
  makesRules: boolean;
  /** True where commands are confined, and the person chose not to be asked about these. */
  choosesConfined?: boolean;
};

/** Returns the lines of the day that ask; the person allows all of them. */
async function asked({ folder, reading, makesRules, choosesConfined = false }: Day): Promise<string[]> {
  const one = permissionsOn({
    folder,
    looks: {
      environment: async () => quiet,
      gitSetup: async () => ({ fingerprint: 'the same', runsNothing: true }),
      unaskedReading: reading ?? (async () => undefined),
      canConfineUnasked: async () => choosesConfined,
    },
  });
  one.rules.chooseConfined(folder, choosesConfined);
  const lines: string[] = [];
  for (const [index, line] of day.entries()) {
    const call = `c${index}`;
    if (reading === undefined && joinedCommands(line) !== undefined) {
      lines.push(line);
      continue;
    }
    const asks = one.opened(call).then(() => 'asks' as const);
    const confined = choosesConfined && !/(?:^|[;&|]) *git /.test(line);
    const end = one.ask({ type: 'command', line, folder, confined }, call);
    if ((await Promise.race([end, asks])) === 'asks') {
      lines.push(line);
      const { choices = [] } = one.stores.permissions.ofCall(one.key(call)).at(-1)?.shown ?? {};
      const widest = choices.findLast(({ meaning, rule }) => meaning === 'always' && rule?.folder !== null);
      one.answer({ choiceId: (makesRules ? widest?.id : undefined) ?? 'once' }, call);
    }
    await end;
  }
  return lines;
}

test('a day of 200 commands asks as often as docs/permissions.md says, and for all that is grave', async () => {
  const folder = project();
  const reading = lookedUp();
  const withRules = await asked({ folder, reading, makesRules: true });
  const confined = await asked({ folder, reading, makesRules: false, choosesConfined: true });
  const counts = {
    'confined commands without a card': [day.length, confined.length],
    'without rules': [day.length, (await asked({ folder, reading, makesRules: false })).length],
    'with a rule each time': [(await asked({ folder, makesRules: true })).length, withRules.length],
  };
  expect(day.filter((line) => grave.test(line) && !withRules.includes(line))).toEqual([]);
  expect(day.filter((line) => lasting.test(line) && !confined.includes(line))).toEqual([]);
  const page = readFileSync(join(import.meta.dirname, '../../../docs/permissions.md'), 'utf8');
  const said = Object.keys(counts).map((name) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name}`)) ?? '';
    return [name, [...row.matchAll(/\b\d+\b/g)].map(([count]) => Number(count))];
  });
  expect(Object.fromEntries(said)).toEqual(counts);
});
