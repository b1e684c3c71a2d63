import { byName, covered, exact, person, personOnly, saysVersion, unsafe } from './command-row.ts';

const readsFolders = 'Reads whole folders, files that hold secrets among them';
const onFiles = { syntax: 'getopt', operands: 'path*' } as const;
const printing = { ...onFiles, readsFrom: 'contents' } as const;
const listing = { ...onFiles, readsFrom: 'names' } as const;

const grep = covered('reads', 'Searches files', {
  syntax: 'getopt',
  options: `-n -i -v -c -l -L -w -x -o -q -s -H -h -E -F -G -P -a -I -b -A=number -B=number -C=number -m=number
    --line-number --ignore-case --no-ignore-case --invert-match --count --files-with-matches --files-without-match
    --word-regexp --line-regexp --only-matching --quiet --silent --no-messages --with-filename --no-filename
    --extended-regexp --fixed-strings --basic-regexp --perl-regexp --text --byte-offset --color[=word]
    --colour[=word] --max-count=number --after-context=number --before-context=number --context=number`,
  operands: 'text path*',
  readsFrom: 'contents',
  unsafe: [
    personOnly('-r -R -d --recursive --dereference-recursive --directories', 'reads', readsFolders),
    unsafe('-f --file --exclude-from', 'reads', 'Reads patterns from a file'),
    unsafe('-D --devices', 'reads', 'Reads devices'),
  ],
});

const search = person('reads', readsFolders, {
  unsafe: [unsafe('--pre --hostname-bin', 'runs', 'Runs another program')],
});

const checksum = covered('reads', 'Computes checksums of files', {
  ...printing,
  options: '-b -t --binary --text --tag',
  unsafe: [unsafe('-c --check', 'reads', 'Reads the files that a list names')],
});

/** Programs for files and text, as of GNU coreutils 9, grep 3, findutils, tar 1.35, and those of macOS. */
export const fileRows = byName({
  'ls dir vdir': covered('reads', 'Lists files', {
    ...listing,
    options: `-a -A -l -h -t -r -S -s -1 -R -d -F -p -i -n -o -g -G -c -u -U -v -x -C -k -m -N -Q -X --all
      --almost-all --human-readable --reverse --size --recursive --directory --classify[=word] --inode
      --numeric-uid-gid --no-group --full-time --group-directories-first --color[=word] --sort=word --time=word
      --time-style=word --si`,
  }),
  cat: covered('reads', 'Prints files', {
    ...printing,
    options:
      '-n -b -s -A -e -E -t -T -u -v --number --number-nonblank --squeeze-blank --show-all --show-ends',
  }),
  'head tail': covered('reads', 'Prints a part of files', {
    ...printing,
    options: '-n=number -c=number -q -v -<number> --lines=number --bytes=number --quiet --silent --verbose',
    unsafe: [unsafe('-f -F --follow --retry --pid', 'reads', 'Waits for files to grow')],
  }),
  wc: covered('reads', 'Counts lines and words', {
    ...printing,
    options: '-l -w -c -m -L --lines --words --bytes --chars --max-line-length',
    unsafe: [unsafe('--files0-from', 'reads', 'Reads the files that a list names')],
  }),
  'nl tac rev fold expand unexpand cut paste column': covered('reads', 'Prints files', {
    ...printing,
    options: `-b=text -n -s -d=text -f=text -c=text -w=number -t`,
  }),
  tr: covered('reads', 'Changes letters of its input', {
    readsFrom: 'nothing',
    syntax: 'getopt',
    options: '-d -s -c -C -t --delete --squeeze-repeats --complement',
    operands: 'text*',
  }),
  uniq: covered('reads', 'Prints the lines of a file that differ from the one before', {
    syntax: 'getopt',
    options:
      '-c -d -D -u -i -f=number -s=number -w=number -z --count --repeated --unique --ignore-case --skip-fields=number',
    // A second file is written.
    operands: 'path',
    readsFrom: 'contents',
  }),
  sort: covered('reads', 'Prints sorted lines', {
    ...printing,
    options: `-n -r -u -f -h -V -b -d -g -i -M -R -s -c -C -m -z -k=text -t=text --numeric-sort --reverse --unique
      --ignore-case --human-numeric-sort --version-sort --ignore-leading-blanks --stable --check --merge
      --zero-terminated --key=text --field-separator=text`,
    unsafe: [
      unsafe('-o --output', 'writes', 'Writes a file'),
      unsafe('--compress-program', 'runs', 'Runs another program'),
      unsafe('-T --temporary-directory', 'writes', 'Writes in another folder'),
      unsafe('--files0-from', 'reads', 'Reads the files that a list names'),
    ],
  }),
  comm: covered('reads', 'Compares sorted files', {
    ...printing,
    options: '-1 -2 -3 -z --check-order --nocheck-order --total',
  }),
  cmp: covered('reads', 'Compares files', {
    ...printing,
    options: '-s -b -l -i=number -n=number --silent --quiet --verbose',
  }),
  diff: covered('reads', 'Compares files', {
    ...printing,
    options: `-u -c -b -w -B -i -q -s -y -a -d -E -Z -U=number -C=number -W=number --unified[=number]
      --context[=number] --brief --report-identical-files --side-by-side --ignore-case --ignore-all-space
      --ignore-space-change --ignore-blank-lines --text --minimal --color[=word] --width=number`,
    unsafe: [
      personOnly('-r --recursive', 'reads', readsFolders),
      unsafe('--from-file --to-file -X --exclude-from', 'reads', 'Reads further files'),
    ],
  }),
  stat: covered('reads', 'Says what a file is', {
    ...listing,
    options: '-L -c=text -t --dereference --format=text --terse',
    unsafe: [unsafe('-f --file-system', 'reads', 'Says what its disk is')],
  }),
  file: covered('reads', 'Says what a file is', {
    ...printing,
    options: '-b -i -L --brief --mime --mime-type --mime-encoding --dereference',
    unsafe: [
      unsafe('-f --files-from -m --magic-file', 'reads', 'Reads further files'),
      unsafe('-C --compile', 'writes', 'Writes a file'),
      unsafe('-z -Z --uncompress', 'runs', 'Runs programs that unpack'),
    ],
  }),
  du: covered('reads', 'Says how much space files take', {
    ...listing,
    options:
      '-h -s -a -c -k -m -d=number --human-readable --summarize --all --total --max-depth=number --apparent-size',
    unsafe: [
      unsafe('--files0-from -X --exclude-from', 'reads', 'Reads further files'),
      unsafe('-L --dereference', 'reads', 'Follows links out of the folder'),
    ],
  }),
  df: covered('reads', 'Says how much space is left', {
    ...listing,
    options: '-h -a -k -m -i -T --human-readable --all --total',
  }),
  tree: covered('reads', 'Lists files', {
    readsFrom: 'names',
    operands: 'path*',
    options:
      '-a -d -f -L=number -I=text -P=text -s -h -p -t -r -C -n --dirsfirst --noreport --prune --gitignore',
    unsafe: [
      unsafe('-o', 'writes', 'Writes a file'),
      unsafe('-l', 'reads', 'Follows links out of the folder'),
      unsafe('-R -H', 'writes', 'Writes files in the folders it lists'),
      unsafe('--fromfile --gitfile --infofile', 'reads', 'Reads further files'),
    ],
  }),
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum': checksum,
  'od hexdump strings': covered('reads', 'Prints bytes of files', {
    ...printing,
    options: '-A=word -t=word -c -x -C -v -n=number -N=number -j=number',
  }),
  base64: covered('reads', 'Prints a file as base64', { ...printing, options: '-d -i -w=number' }),
  xxd: exact('writes', 'Prints bytes, and writes a second file'),
  'basename dirname': covered('reads', 'Prints a part of a path', {
    readsFrom: 'names',
    syntax: 'getopt',
    options: '-a -z -s=text',
    operands: 'path*',
  }),
  'realpath readlink': covered('reads', 'Prints where a path leads', {
    readsFrom: 'names',
    syntax: 'getopt',
    options: '-e -f -m -n -s -z',
    operands: 'path*',
  }),
  pwd: covered('reads', 'Prints the folder', { options: '-L -P', readsFrom: 'nothing' }),
  'echo printf': covered('reads', 'Prints what it is given', {
    options: '-n -e -E',
    operands: 'text*',
    readsFrom: 'nothing',
  }),
  'true false': covered('reads', 'Does nothing', { readsFrom: 'nothing' }),
  seq: covered('reads', 'Prints numbers', { options: '-w', operands: 'number*', readsFrom: 'nothing' }),
  sleep: covered('reads', 'Waits', { operands: 'number' }),
  'grep egrep fgrep zgrep bzgrep xzgrep': grep,
  'rg ag ack ack-grep ugrep ug rgrep pt sift zipgrep git-grep': search,
  find: covered('reads', 'Lists files', {
    options: `-name=text -iname=text -path=text -ipath=text -wholename=text -regex=text -type=word -size=text
      -maxdepth=number -mindepth=number -mtime=text -mmin=text -empty -print -print0 -prune -not -o -a -or -and
      -depth -xdev -mount`,
    operands: 'path*',
    readsFrom: 'names',
    unsafe: [
      unsafe('-exec -execdir -ok -okdir', 'runs', 'Runs a program for each file'),
      personOnly('-delete', 'deletes', 'Deletes the files it finds'),
      unsafe('-fprint -fprint0 -fprintf -fls', 'writes', 'Writes a file'),
      unsafe('-L -H -follow', 'reads', 'Follows links out of the folder'),
      unsafe('-files0-from', 'reads', 'Reads the paths that a list names'),
    ],
  }),
  'fd fdfind': exact('runs', 'Lists files, and runs a program for each where it is told to'),
  jq: covered('reads', 'Prints parts of JSON files', {
    options: `-r -c -S -e -n -s -j -a -C -M --raw-output --compact-output --sort-keys --exit-status --null-input
      --slurp --join-output --ascii-output --color-output --monochrome-output --tab --indent=number`,
    operands: 'jq-filter path*',
    readsFrom: 'contents',
    subcommands: saysVersion,
    unsafe: [
      unsafe('-f --from-file -L --library-path', 'reads', 'Reads a program from a file'),
      unsafe('--slurpfile --rawfile --argfile', 'reads', 'Reads further files'),
      unsafe('--args --jsonargs --arg --argjson', 'reads', 'Takes further words for its filter'),
    ],
  }),
  'sed gsed': exact('writes', 'Has a language of its own, which can write files and run programs', {
    syntax: 'getopt',
    operands: 'any*',
    subcommands: {
      '-n': covered('reads', 'Prints lines of files', { operands: 'sed-lines path*', readsFrom: 'contents' }),
    },
    unsafe: [unsafe('-i --in-place', 'writes', 'Changes files in place')],
  }),
  'awk gawk mawk nawk': exact('runs', 'Has a language of its own, which can write files and run programs'),
  'yq xmllint': exact('writes', 'Prints parts of files, and can change them'),
  'less more': exact('runs', 'Shows files, and can run other programs'),
  cp: exact('writes', 'Copies files, also over what a link in the folder leads to', {
    syntax: 'getopt',
    options: `-r -R -a -n -v -p -f -i -u --recursive --archive --no-clobber --verbose --force --interactive --update`,
    unsafe: [
      unsafe('-t --target-directory -S --suffix -b --backup', 'writes', 'Writes further files'),
      unsafe('-l -s --link --symbolic-link', 'writes', 'Makes links'),
    ],
  }),
  mv: exact(['writes', 'deletes'], 'Moves whole folders, and replaces what is there', {
    syntax: 'getopt',
    options: '-f -i -n -v -u --force --no-clobber --verbose',
  }),
  'rm unlink shred': exact('deletes', 'Deletes files', {
    syntax: 'getopt',
    options: '-f -i -I -v -d --force --verbose --dir',
    unsafe: [personOnly('-r -R --recursive', 'deletes', 'Deletes folders with all that is in them')],
  }),
  rmdir: exact('deletes', 'Deletes empty folders'),
  mkdir: covered('writes', 'Makes folders', { ...onFiles, options: '-p -v --parents --verbose' }),
  touch: covered('writes', 'Makes empty files', {
    ...onFiles,
    options: '-c -a -m --no-create',
    unsafe: [unsafe('-r --reference', 'reads', 'Reads the time of another file')],
  }),
  'chmod chown chgrp': exact('writes', 'Changes who may use files', {
    syntax: 'getopt',
    unsafe: [unsafe('-R --recursive', 'writes', 'Changes whole folders')],
  }),
  ln: exact('writes', 'Makes links, also to files outside of the folder'),
  tee: exact('writes', 'Writes files'),
  truncate: exact('deletes', 'Cuts files off'),
  'dd mkfs mkfs.ext4 wipefs fdisk parted': person('deletes', 'Writes over files and disks'),
  'tar bsdtar gtar': exact(['reads', 'writes'], 'Packs and unpacks files', {
    syntax: 'getopt',
    operands: 'any*',
    options: '-c -x -z -j -J -v -f=text -t',
    unsafe: tarUnsafe(),
    subcommands: {
      '-tf -tvf -tzf -tjf -tJf -tzvf -tvzf --list': covered('reads', 'Lists what is in an archive', {
        operands: 'path*',
        readsFrom: 'contents',
        options: '-v --verbose --file=path',
        unsafe: tarUnsafe(),
      }),
    },
  }),
  zip: exact('writes', 'Packs files', {
    syntax: 'getopt',
    options: '-r -q -9 -j',
    unsafe: [
      unsafe('-T -TT --test --unzip-command', 'runs', 'Runs another program'),
      unsafe('-m --move', 'deletes', 'Deletes what it packed'),
    ],
  }),
  unzip: exact('writes', 'Unpacks files', {
    operands: 'any*',
    options: '-o -q -n -j -d=text',
    subcommands: {
      '-l -v -Z': covered('reads', 'Lists what is in an archive', {
        operands: 'path',
        readsFrom: 'contents',
      }),
    },
  }),
  'gzip gunzip bzip2 bunzip2 xz unxz zstd': exact(
    ['writes', 'deletes'],
    'Packs files in the place of others',
  ),
  'which type whereis': covered('reads', 'Says where a program is', {
    options: '-a',
    operands: 'word*',
    readsFrom: 'programs',
  }),
});

function tarUnsafe() {
  return [
    unsafe('--to-command --checkpoint-action -I --use-compress-program', 'runs', 'Runs another program'),
    unsafe(
      '--rsh-command --rmt-command -F --info-script --new-volume-script',
      'runs',
      'Runs another program',
    ),
    unsafe('-C --directory -P --absolute-names', 'writes', 'Reads and writes outside of the folder'),
    unsafe('--remove-files', 'deletes', 'Deletes what it packed'),
    unsafe('-T --files-from -X --exclude-from', 'reads', 'Reads the files that a list names'),
  ];
}
