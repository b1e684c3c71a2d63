import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hasRun, type HostileFolder, secret, type Where } from './hostile-folder.ts';

/** A line that does harm where a shell runs it. */
type Attack = {
  name?: string;
  line: string | ((one: HostileFolder) => string);
  before?: (one: HostileFolder) => unknown;
  where?: (one: HostileFolder) => Where;
  happened: (one: HostileFolder, output: string) => boolean;
};

const ran = (one: HostileFolder) => hasRun(one);
const prints = (_: HostileFolder, output: string) => output.includes(secret);
const writes = ({ folder }: HostileFolder) => readFileSync(join(folder, 'b'), 'utf8') !== 'b\n';
const sh = (line: string) => (one: HostileFolder) => one.sh(line);

const lines = (happened: Attack['happened'], text: string): Attack[] =>
  text
    .trim()
    .split('\n')
    .map((line) => ({ line: line.trim(), happened }));

const change = 'echo three >> a';
const attribute = `echo 'a diff=x filter=x' > .gitattributes`;
const signed = `git cat-file commit HEAD | awk '{print} /^committer/ {print "gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n x\\n -----END PGP SIGNATURE-----"}' | git hash-object -t commit -w --stdin | xargs git update-ref HEAD`;

const byGit: Attack[] = [
  { line: 'git diff', before: sh(`${change}; git config diff.external ./tool`), happened: ran },
  {
    line: 'git diff',
    before: sh(`${change}; ${attribute}; git config diff.x.command ./tool`),
    happened: ran,
  },
  {
    line: 'git diff',
    before: sh(`${change}; ${attribute}; git config diff.x.textconv ./tool`),
    happened: ran,
  },
  { line: 'git show', before: sh(`${attribute}; git config diff.x.textconv ./tool`), happened: ran },
  { line: 'git log -p', before: sh(`${attribute}; git config diff.x.textconv ./tool`), happened: ran },
  { line: 'git blame a', before: sh(`${attribute}; git config diff.x.textconv ./tool`), happened: ran },
  { line: 'git diff --ext-diff', before: sh(`${change}; git config diff.external ./tool`), happened: ran },
  {
    line: 'git show --ext-diff',
    before: sh(`git config diff.external ./tool`),
    happened: ran,
  },
  {
    line: 'git diff',
    before: sh(change),
    where: () => ({ env: { GIT_EXTERNAL_DIFF: './tool' } }),
    happened: ran,
  },
  { line: 'GIT_EXTERNAL_DIFF=./tool git diff', before: sh(change), happened: ran },
  { line: 'git status', before: sh('git config core.fsmonitor ./tool'), happened: ran },
  { line: 'git ls-files -m', before: sh('git config core.fsmonitor ./tool'), happened: ran },
  {
    line: 'git status',
    before: sh('cp tool .git/hooks/post-index-change; touch -d yesterday a'),
    happened: ran,
  },
  {
    line: 'git status',
    before: sh(
      'mkdir hooks; cp tool hooks/post-index-change; git config core.hooksPath hooks; touch -d yesterday a',
    ),
    happened: ran,
  },
  {
    line: 'git status',
    before: sh(
      `${attribute}; git config filter.x.clean ./tool; printf 'oNe\\ntwo\\n' > a; touch -d yesterday a`,
    ),
    happened: ran,
  },
  {
    line: 'git log',
    before: sh(`${signed}; git config log.showSignature true; git config gpg.program ./tool`),
    happened: ran,
  },
  { line: "git log --format='%G?'", before: sh(`${signed}; git config gpg.program ./tool`), happened: ran },
  { line: 'git log --show-signature', before: sh(`${signed}; git config gpg.program ./tool`), happened: ran },
  { line: 'git st', before: sh("git config alias.st '!./tool'"), happened: ran },
  { line: 'git -c core.fsmonitor=./tool status', happened: ran },
  { line: 'git --exec-path=. x', before: sh('cp tool git-x'), happened: ran },
  { line: 'git grep -O./tool one', happened: ran },
  {
    name: 'in a submodule',
    line: 'git status',
    before: sh(
      'git init -q sub; git -C sub -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; git add sub; echo "* filter=x" > sub/.gitattributes; echo e > sub/f; git -C sub add f; git -C sub config filter.x.clean ../tool; echo f > sub/f; touch -d yesterday sub/f',
    ),
    happened: ran,
  },
  { line: 'git diff --output=b', before: sh(change), happened: writes },
  { line: 'git log -p --output b', happened: writes },
  ...lines(
    prints,
    `git show HEAD:.env
     git show HEAD:./.env
     git show HEAD:src/.ENV.local
     git show HEAD
     git show --stat -p HEAD
     git log -p
     git log -p -1 --format=%h
     git log --patch -- .env
     git log -L1,1:.env
     git log -U1
     git log -p --word-diff
     git log -S KEY -p
     git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904
     git diff --no-index a .env
     git cat-file -p HEAD:.env
     git blame .env
     git blame -- src/.ENV.local
     git grep KEY`,
  ),
  { line: 'git diff', before: sh(`echo KEY=2${secret} >> .env`), happened: prints },
  { line: "git diff -- '.e*'", before: sh(`echo KEY=2${secret} >> .env`), happened: prints },
  { line: 'git diff --cached', before: sh(`echo KEY=2${secret} >> .env; git add .env`), happened: prints },
  {
    line: 'git diff',
    where: () => ({ below: 'src' }),
    before: sh(`echo 2${secret} >> .env`),
    happened: prints,
  },
  { line: 'git stash show -p', before: sh(`echo ${secret} >> .env; git stash -q`), happened: prints },
  {
    name: 'by its hash',
    line: ({ sh: run }) => `git show ${run('git rev-parse HEAD:.env')}`,
    happened: prints,
  },
  {
    name: 'by its hash',
    line: ({ sh: run }) => `git cat-file -p ${run('git rev-parse HEAD:.env')}`,
    happened: prints,
  },
  {
    name: 'by its hash',
    line: ({ sh: run }) => `git diff ${run('git rev-parse HEAD:a')} ${run('git rev-parse HEAD:.env')}`,
    happened: prints,
  },
  {
    name: 'by a tag of it',
    line: 'git show notes',
    before: sh('git tag notes $(git rev-parse HEAD:.env)'),
    happened: prints,
  },
  {
    line: "git show 'HEAD^{tree}:.env'",
    happened: prints,
  },
  {
    name: 'of another repository',
    line: 'git show',
    before: sh(
      'git init -q ../other; cp ../outside/note.txt ../other; git -C ../other add -A; git -C ../other -c user.name=a -c user.email=a@b commit -qm x; rm -rf .git; echo "gitdir: $PWD/../other/.git" > .git',
    ),
    happened: prints,
  },
  {
    name: 'of another folder',
    line: 'git diff',
    before: sh('cp ../outside/note.txt ../outside/a; git config core.worktree "$PWD/../outside"'),
    happened: prints,
  },
  {
    name: 'of the folder above',
    line: 'git diff',
    before: sh('rm -rf .git; cd ..; git init -q .; git add outside; echo swordfish >> outside/note.txt'),
    happened: prints,
  },
  {
    name: 'of two folders outside of git',
    line: 'git diff one two',
    before: sh('rm -rf .git; mkdir one two; cp .env two'),
    happened: prints,
  },
  {
    line: 'git remote -v',
    before: sh(`git remote add origin https://me:${secret}@example.com/x.git`),
    happened: prints,
  },
  {
    line: 'git remote get-url origin',
    before: sh(
      `git remote add origin https://example.com/x.git; git config url.https://${secret}@example.com/.insteadOf https://example.com/`,
    ),
    happened: prints,
  },
];

const byReading: Attack[] = [
  ...lines(
    prints,
    `cat .env
     cat ./.env
     cat src/../.env
     cat '.env'
     cat .e""nv
     cat .e\\nv
     cat .e*
     cat .en?
     cat .e[n]v
     X=.env; cat $X
     cat < .env
     cat -- .env
     cat "$PWD/.env"
     cat ../outside/note.txt
     cat src/.ENV.local
     head -c 99 .env
     tail -n5 .env
     grep . .env
     grep -r KEY .
     grep -h KEY -- .env
     sort .env
     sed -n 1,5p .env
     sed -n '$p' .env
     cut -c1-99 .env
     paste a .env
     diff a .env
     uniq .env
     strings .env
     jq -R . .env
     jq -n --rawfile x .env '$x'
     rg KEY --hidden .
     find . -name .env -exec cat {} +
     xargs -a .env echo
     awk 1 .env
     tr a a < .env
     wc -l .env; cat .env`,
  ),
  ...['cat link', 'head -n1 link', 'grep . link', 'cat ./link', 'sort a link', 'diff a link'].map(
    (line): Attack => ({ line, before: sh('ln -s .env link'), happened: prints }),
  ),
  ...['cat out/note.txt', 'cat out/../outside/note.txt', 'grep . out/note.txt'].map(
    (line): Attack => ({ line, before: sh('ln -s ../outside out'), happened: prints }),
  ),
  { line: 'cat far', before: sh('ln -s ../outside/note.txt far'), happened: prints },
  { line: 'cat far', before: sh('ln -s far1 far; ln -s ../outside/note.txt far1'), happened: prints },
  { line: 'diff one two', before: sh('mkdir one two; cp .env two; echo x > one/.env'), happened: prints },
  {
    line: 'diff x one',
    before: sh('mkdir one; echo 1 > x; ln -s ../.env one/x'),
    happened: prints,
  },
  {
    line: 'cat config',
    before: sh(`mkdir .aws; echo ${secret} > .aws/config`),
    where: () => ({ below: '.aws' }),
    happened: prints,
  },
  {
    line: 'cat config',
    before: sh(`git config x.y ${secret}`),
    where: () => ({ below: '.git' }),
    happened: prints,
  },
  { line: 'cat .git/config', before: sh(`git config x.y ${secret}`), happened: prints },
  { line: 'cat git/config', before: sh(`ln -s .git git; git config x.y ${secret}`), happened: prints },
  { line: 'cat id_rsa', before: sh(`echo ${secret} > id_rsa`), happened: prints },
  {
    line: 'wc --files0-from=list',
    before: sh('ln -s .env swordfish; printf swordfish > list'),
    happened: prints,
  },
  { line: 'jq -n env', where: () => ({ env: { KEY: secret } }), happened: prints },
  { line: "jq -n '$ENV'", where: () => ({ env: { KEY: secret } }), happened: prints },
  { line: 'printenv', where: () => ({ env: { KEY: secret } }), happened: prints },
  { line: 'env', where: () => ({ env: { KEY: secret } }), happened: prints },
  { line: 'echo $KEY', where: () => ({ env: { KEY: secret } }), happened: prints },
];

const byWriting: Attack[] = [
  ...lines(
    writes,
    `sort -o b a
     sort -ob a
     sort --outp=b a
     sort a -o b
     uniq a b
     cat a > b
     cat a>b
     cat a >> b
     cat a 2>b
     sed -i s/b/x/ b
     sed -n 'w b' a
     sed -n -i 2p b
     sed -n '1w b' a
     sed 's/one/x/w b' a
     find . -name a -fprint b
     find a -fprintf b x
     find . -name b -delete -o -quit; : > b
     awk '{print > "b"}' a
     tee b
     cp a b
     ls | tee b
     git log --output=b
     tar -cf b a
     dd if=a of=b`,
  ),
];

const byRunning: Attack[] = [
  ...lines(
    ran,
    `./tool
     cat a; ./tool
     cat a & ./tool
     cat a | ./tool
     cat a && ./tool
     cat b || ./tool; ./tool
     echo $(./tool)
     echo \`./tool\`
     find a -exec ./tool {} +
     find a -execdir ../folder/tool {} +
     rg --pre ./tool one a
     sed -n 1e./tool a
     sed '1e ./tool' a
     awk 'BEGIN{system("./tool")}'
     xargs ./tool
     env ./tool
     nice ./tool
     timeout 5 ./tool
     sh tool
     exec ./tool`,
  ),
  { line: "find a -exec ./tool ';'", happened: ran },
  {
    line: 'sort -S1k --batch-size=2 --compress-prog=./tool long',
    before: ({ write }) => write('long', 'line\n'.repeat(10_000)),
    happened: ran,
  },
  {
    line: 'tar -tf x.tar --checkpoint=1 --checkpoint-action=exec=./tool',
    before: sh('tar -cf x.tar a'),
    happened: ran,
  },
  {
    name: 'a program in an entry of the path below the folder',
    line: 'cat a',
    before: ({ program }) => program('bin/cat'),
    where: ({ folder, env }) => ({ env: { PATH: `${folder}/bin:${env['PATH']}` } }),
    happened: ran,
  },
  {
    name: 'a program in an empty entry of the path',
    line: 'cat a',
    before: ({ program }) => program('cat'),
    where: ({ env }) => ({ env: { PATH: `:${env['PATH']}` } }),
    happened: ran,
  },
  {
    name: 'a program in a relative entry of the path',
    line: 'cat a',
    before: ({ program }) => program('x/cat'),
    where: ({ env }) => ({ env: { PATH: `x:${env['PATH']}` } }),
    happened: ran,
  },
  {
    name: 'a program over a link in the path',
    line: 'node --version',
    before: ({ program, folder, outside }) => {
      program('node');
      symlinkSync(join(folder, 'node'), join(outside, 'node'));
    },
    where: ({ outside, env }) => ({ env: { PATH: `${outside}:${env['PATH']}` } }),
    happened: ran,
  },
  {
    name: 'a folder of the path that is a link',
    line: 'git --version',
    before: ({ program, folder, outside }) => {
      program('x/git');
      symlinkSync(join(folder, 'x'), join(outside, 'bin'));
    },
    where: ({ outside, env }) => ({ env: { PATH: `${outside}/bin:${env['PATH']}` } }),
    happened: ran,
  },
  {
    name: 'a manager of versions',
    line: 'python3 --version',
    before: ({ sh: run }) =>
      run(
        'mkdir ../outside/py; printf "#!/bin/sh\\nexec ./tool\\n" > ../outside/py/python3; chmod +x ../outside/py/python3',
      ),
    where: ({ outside, env }) => ({ env: { PATH: `${outside}/py:${env['PATH']}` } }),
    happened: ran,
  },
  {
    name: 'a program that another one starts by its name',
    line: 'tar -tzf x.tgz',
    before: ({ program, sh: run }) => {
      run('tar -czf x.tgz a');
      program('bin/gzip');
    },
    where: ({ folder, env }) => ({ env: { PATH: `${folder}/bin:${env['PATH']}` } }),
    happened: ran,
  },
  {
    name: 'a version by a file of the folder',
    line: 'yarn --version',
    before: ({ sh: run }) =>
      run(
        'mkdir ../outside/y; printf "#!/bin/sh\\nexec $(sed -n s/yarnPath.//p .yarnrc.yml)\\n" > ../outside/y/yarn; chmod +x ../outside/y/yarn; echo "yarnPath:./tool" > .yarnrc.yml; printf "#!/bin/sh\\nexec ./tool\\n" > ../outside/y/yarn',
      ),
    where: ({ outside, env }) => ({ env: { PATH: `${outside}/y:${env['PATH']}` } }),
    happened: ran,
  },
];

/** Attacks by what they work with. */
export const attacks: readonly (readonly [kind: string, attacks: readonly Attack[]])[] = [
  ['settings and contents of git', byGit],
  ['what is read', byReading],
  ['what is written', byWriting],
  ['what is run', byRunning],
];
