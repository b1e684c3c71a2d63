import { byName, covered, exact, person, personOnly, unsafe } from './command-row.ts';

const dockerUnsafe = [
  unsafe('-H --host -c --context --config --tlscacert', 'sends', 'Reaches another machine'),
];
const kubeUnsafe = [
  unsafe(
    '--kubeconfig --context --cluster --server -s --token --as --user --insecure-skip-tls-verify',
    'sends',
    'Reaches another cluster, or as somebody else',
  ),
  unsafe('-f --filename -k --kustomize --raw --template', 'reads', 'Reads further files'),
];

/** Kinds of things that hold no secrets. */
const kubeKinds =
  'pods|pod|po|services|service|svc|deployments|deployment|deploy|nodes|node|no|namespaces|namespace|ns|ingress|ingresses|ing|events|ev|replicasets|rs|statefulsets|sts|daemonsets|ds|jobs|job|cronjobs|cj|pvc|hpa|endpoints|all';

const ghUnsafe = [
  unsafe('-q --jq -t --template', 'reads', 'Prints by a language that sees variables'),
  unsafe('-w --web -e --editor', 'runs', 'Opens another program'),
  unsafe('--hostname', 'sends', 'Reaches another machine'),
];

const ghShows = (reason: string, operands = '') =>
  covered('reads', reason, {
    options: `-R=repository --repo=repository -L=number --limit=number --json=name -s=word --state=word -l=text
      --label=text -A=word --author=word -a=word --assignee=word -B=name --base=name -H=name --head=name -S=text
      --search=text -c --comments --log --log-failed --job=number --name-only --exit-status -b=name --branch=name
      --status=word --workflow=name --watch --required --draft --verbose --patch --color=never`,
    operands,
    unsafe: ghUnsafe,
  });

const ghWrites = (reason: string, operands = '') =>
  covered('sends', reason, {
    options: `-t=text -b=text --title=text --body=text -d --draft -B=name --base=name -H=name --head=name -f --fill
      --fill-first -l=text --label=text -a=word --assignee=word -r=word --reviewer=word -m=text --milestone=text`,
    operands,
    unsafe: [
      unsafe('-F --body-file -T --template --recover', 'reads', 'Sends a file'),
      unsafe('-R --repo', 'sends', 'Reaches another repository'),
      unsafe('-w --web -e --editor', 'runs', 'Opens another program'),
      unsafe('--edit-last --delete-last', 'rewrites', 'Changes an earlier comment'),
      unsafe('--no-maintainer-edit -p --project', 'sends', 'Changes more than text'),
    ],
  });

const deletesThere = person('deletes', 'Deletes it for everybody');

/** Programs that act elsewhere: containers, clusters, forges, the network. Docker 29, kubectl 1.34, gh 2, glab 1. */
export const serviceRows = byName({
  'docker podman nerdctl': exact('runs', 'Runs containers', {
    unsafe: dockerUnsafe,
    subcommands: {
      ps: covered('reads', 'Lists containers', {
        options: '-a -q -s -n=number --all --quiet --size --last=number --no-trunc --filter=text -f=text',
        unsafe: dockerUnsafe,
      }),
      images: covered('reads', 'Lists images', {
        options: '-a -q --all --quiet --digests --no-trunc --filter=text -f=text',
        operands: 'name',
      }),
      logs: covered('reads', 'Shows what a container printed', {
        options: '-t -n=number --tail=number --timestamps --since=text --until=text',
        operands: 'word',
      }),
      'top port': covered('reads', 'Says what a container does', { operands: 'word' }),
      'version info': covered('reads', 'Says how docker stands'),
      'inspect stats history diff': exact('reads', 'Shows a container, its variables among it'),
      'run exec start create': exact('runs', 'Runs a container, which may reach any file'),
      'build buildx bake': exact('runs', 'Builds an image, and runs what its file says'),
      'stop kill restart pause unpause update rename wait attach': exact(
        'writes',
        'Changes how a container runs',
      ),
      'rm rmi': exact('deletes', 'Deletes containers and images', {
        unsafe: [unsafe('-f --force -v --volumes', 'deletes', 'Deletes what is in use')],
      }),
      'pull load import': exact('installs', 'Gets images'),
      'push login logout save export cp commit tag': exact('sends', 'Sends images or files'),
      system: exact('reads', 'Says what docker holds', {
        subcommands: {
          df: covered('reads', 'Says how much space is taken'),
          prune: person('deletes', 'Deletes all that is not in use'),
        },
      }),
      'volume network image container builder': exact('writes', 'Manages what docker holds', {
        subcommands: {
          ls: covered('reads', 'Lists them', { options: '-q --quiet -a --all' }),
          prune: person('deletes', 'Deletes all that is not in use'),
          rm: exact('deletes', 'Deletes them'),
        },
      }),
      compose: exact('runs', 'Runs the folder’s containers', {
        unsafe: [
          unsafe(
            '-f --file --project-directory --env-file -p --project-name',
            'runs',
            'Works by another file',
          ),
        ],
        subcommands: {
          ps: covered('reads', 'Lists containers', {
            options: '-a -q --all --quiet --services',
            operands: 'word*',
          }),
          logs: covered('reads', 'Shows what containers printed', {
            options: '-t -n=number --tail=number --timestamps --no-color --since=text',
            operands: 'word*',
          }),
          'images top ls version': covered('reads', 'Lists what runs'),
          config: exact('reads', 'Prints the configuration with its variables'),
          'up start restart run exec build create': exact('runs', 'Runs containers'),
          'stop kill pause unpause': exact('writes', 'Stops containers'),
          down: exact('deletes', 'Deletes containers', {
            unsafe: [personOnly('-v --volumes --rmi', 'deletes', 'Deletes what they stored')],
          }),
          rm: exact('deletes', 'Deletes containers'),
        },
      }),
    },
  }),
  'docker-compose': exact('runs', 'Runs the folder’s containers'),
  kubectl: exact('runs', 'Manages a cluster', {
    unsafe: kubeUnsafe,
    subcommands: {
      get: covered('reads', 'Lists what a cluster runs', {
        options:
          '-n=word --namespace=word -A --all-namespaces -o=wide|name -l=text --selector=text --show-labels --no-headers --sort-by=text --field-selector=text',
        operands: `${kubeKinds} word*`,
        unsafe: [
          ...kubeUnsafe,
          unsafe('-o --output', 'reads', 'Prints all of it, secrets among it'),
          unsafe('-w --watch', 'reads', 'Waits'),
        ],
      }),
      logs: covered('reads', 'Shows what a container printed', {
        options:
          '-n=word --namespace=word -c=word --container=word --tail=number --since=word --timestamps -p --previous --all-containers -l=text',
        operands: 'name',
        unsafe: kubeUnsafe,
      }),
      top: covered('reads', 'Says how much is used', {
        options: '-n=word --namespace=word -A',
        operands: 'pods|pod|nodes|node word',
        unsafe: kubeUnsafe,
      }),
      rollout: exact('writes', 'Changes what a cluster runs', {
        subcommands: {
          'status history': covered('reads', 'Says how a change stands', {
            options: '-n=word --namespace=word --timeout=word',
            operands: 'name*',
            unsafe: kubeUnsafe,
          }),
        },
      }),
      version: covered('reads', 'Says its version', { options: '--client', unsafe: kubeUnsafe }),
      'cluster-info api-resources api-versions': covered('reads', 'Says how the cluster stands', {
        unsafe: kubeUnsafe,
      }),
      'describe explain events': exact('reads', 'Shows all of something, its variables among it'),
      config: exact('writes', 'Changes or prints how the cluster is reached'),
      'apply create replace patch edit set label annotate scale autoscale expose run cordon uncordon taint':
        exact('writes', 'Changes what a cluster runs', { unsafe: kubeUnsafe }),
      'delete drain': exact('deletes', 'Deletes from a cluster', {
        unsafe: [
          ...kubeUnsafe,
          personOnly('--all -A --all-namespaces -l --selector', 'deletes', 'Deletes all of a kind'),
        ],
      }),
      'exec attach debug cp port-forward proxy': exact(
        'runs',
        'Runs a program in a cluster, or opens a way to it',
      ),
    },
  }),
  helm: exact('writes', 'Manages what a cluster runs', {
    subcommands: {
      'list ls': covered('reads', 'Lists what is installed', {
        options: '-n=word -A --namespace=word --all-namespaces',
      }),
      'status history': covered('reads', 'Says how it stands', {
        options: '-n=word --namespace=word',
        operands: 'word',
      }),
      'uninstall delete del un': exact('deletes', 'Deletes from a cluster'),
    },
  }),
  'terraform tofu': exact('runs', 'Manages what runs elsewhere', {
    unsafe: [unsafe('-chdir', 'runs', 'Works in another folder')],
    subcommands: {
      validate: covered('reads', 'Checks the configuration', { options: '-json -no-color' }),
      fmt: covered('writes', 'Formats files', {
        options: '-check -diff -recursive -list=true|false -write=true|false',
        operands: 'path*',
      }),
      'version providers': covered('reads', 'Says its version', { options: '-json' }),
      plan: exact('runs', 'Asks providers, and runs what the configuration says'),
      init: exact('installs', 'Installs providers'),
      'show output state': exact('reads', 'Prints what is stored, secrets among it'),
      apply: exact('writes', 'Changes what runs elsewhere', {
        unsafe: [
          personOnly(
            '-auto-approve --auto-approve -destroy --destroy',
            'deletes',
            'Changes or deletes it without asking',
          ),
        ],
      }),
      destroy: person('deletes', 'Deletes all that runs elsewhere'),
      'import taint untaint workspace force-unlock refresh': exact('writes', 'Changes what is stored'),
    },
  }),
  gh: exact('sends', 'Acts at a forge', {
    unsafe: ghUnsafe,
    subcommands: {
      pr: exact('sends', 'Changes a pull request', {
        subcommands: {
          'list ls': ghShows('Lists pull requests'),
          'view diff checks': ghShows('Shows a pull request', 'name'),
          status: ghShows('Lists pull requests'),
          'create new': ghWrites('Opens a pull request'),
          comment: ghWrites('Comments on a pull request', 'name'),
          merge: exact('rewrites', 'Merges a pull request', {
            unsafe: [
              unsafe('--admin -d --delete-branch', 'deletes', 'Passes by its checks, or deletes its branch'),
            ],
          }),
          'close reopen edit ready review lock unlock update-branch revert': exact(
            'sends',
            'Changes a pull request',
          ),
          checkout: exact('writes', 'Changes to its branch'),
        },
      }),
      issue: exact('sends', 'Changes an issue', {
        subcommands: {
          'list ls': ghShows('Lists issues'),
          view: ghShows('Shows an issue', 'number'),
          status: ghShows('Lists issues'),
          'create new': ghWrites('Opens an issue'),
          comment: ghWrites('Comments on an issue', 'number'),
          delete: deletesThere,
        },
      }),
      'run workflow release label': exact('sends', 'Runs or changes it', {
        subcommands: {
          'list ls': ghShows('Lists them'),
          view: ghShows('Shows one of them', 'name'),
          delete: deletesThere,
          'run rerun cancel enable disable create edit upload watch download clone': exact(
            'sends',
            'Runs or changes it',
          ),
        },
      }),
      repo: exact('sends', 'Changes a repository', {
        subcommands: {
          view: ghShows('Shows a repository', 'repository'),
          'list ls': ghShows('Lists repositories', 'word'),
          'delete archive': deletesThere,
          'create fork clone edit rename sync unarchive set-default deploy-key autolink': exact(
            'sends',
            'Changes or copies a repository',
          ),
        },
      }),
      auth: person('sends', 'Changes or prints how gh signs in', {
        subcommands: {
          status: covered('reads', 'Says who is signed in', {
            options: '--active -a',
            unsafe: [personOnly('-t --show-token', 'reads', 'Prints the key')],
          }),
        },
      }),
      'secret variable ssh-key gpg-key': person('sends', 'Changes keys'),
      api: exact('sends', 'Sends any request'),
      'alias extension ext extensions codespace cs config browse gist copilot attestation': exact(
        'runs',
        'Runs other programs, or sends more',
      ),
      search: exact('reads', 'Searches the forge', {
        subcommands: { 'issues prs repos code commits': ghShows('Searches the forge', 'text*') },
      }),
    },
  }),
  glab: exact('sends', 'Acts at a forge', {
    subcommands: {
      'mr issue': exact('sends', 'Changes a merge request or an issue', {
        subcommands: {
          'list ls': covered('reads', 'Lists them', {
            options:
              '-A --all -c --closed -M --merged -P=number --per-page=number -l=text --label=text -a=word --assignee=word --author=word --search=text',
            unsafe: [unsafe('-R --repo -g --group', 'sends', 'Reaches another repository')],
          }),
          'view show diff': covered('reads', 'Shows one of them', {
            options: '-c --comments',
            operands: 'name',
            unsafe: [unsafe('-w --web -R --repo', 'runs', 'Opens another program')],
          }),
          'delete del': deletesThere,
        },
      }),
      'ci pipeline': exact('runs', 'Runs a pipeline', {
        subcommands: {
          'list status get': covered('reads', 'Says how pipelines stand', {
            options: '-P=number --per-page=number',
          }),
        },
      }),
      repo: exact('sends', 'Changes a repository', {
        subcommands: { view: covered('reads', 'Shows a repository'), 'delete archive': deletesThere },
      }),
      'auth variable ssh-key token securefile': person('sends', 'Changes keys'),
      api: exact('sends', 'Sends any request'),
    },
  }),
  curl: exact('sends', 'Reaches any address', {
    syntax: 'getopt',
    unsafe: [
      unsafe(
        '-d --data --data-raw --data-binary --data-urlencode -F --form -T --upload-file --json',
        'sends',
        'Sends data',
      ),
      unsafe(
        '-o --output -O --remote-name -c --cookie-jar -D --dump-header --trace --output-dir',
        'writes',
        'Writes a file',
      ),
      unsafe('-K --config', 'runs', 'Reads further options from a file'),
      unsafe('-X --request', 'sends', 'Sends another kind of request'),
    ],
  }),
  wget: exact(['sends', 'writes'], 'Gets files of any address', {
    unsafe: [
      unsafe('--use-askpass -e --execute --config', 'runs', 'Runs another program'),
      unsafe('--post-file --post-data --body-file', 'sends', 'Sends data'),
    ],
  }),
  'http https xh': exact('sends', 'Sends any request'),
  'ping dig host nslookup traceroute': exact('sends', 'Reaches another machine'),
  'ssh scp sftp rsync mosh sshpass autossh nc ncat socat telnet ftp': exact(
    ['sends', 'runs'],
    'Reaches another machine, and can run programs',
  ),
  'psql mysql sqlite3 mongosh redis-cli': exact(
    ['writes', 'runs'],
    'Has a language of its own, which can change data and run programs',
  ),
  'aws gcloud az doctl flyctl vercel netlify heroku wrangler firebase': exact(
    'sends',
    'Changes what runs elsewhere',
  ),
});
