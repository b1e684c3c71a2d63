import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A `gh` in a folder of its own. It stands for gh 2.23.0 of Debian: `gh auth status --hostname` ends with 1 and "You are
 * not logged into any GitHub hosts" where nobody is signed in, and `gh pr create`, which without an account says so and
 * ends with 4, prints the address of what it has made, or ends with 1 and the address of the one that is there
 * (https://cli.github.com/manual/gh_pr_create, its pkg/cmd/pr/create/create.go).
 */
const script = (folder: string, signedIn: readonly string[]) => `#!/bin/sh
if [ "$1 $2" = "auth status" ]; then
  case " ${signedIn.join(' ')} " in
    *" $4 "*) echo "  ✓ Logged in to $4 as ada" >&2; exit 0;;
  esac
  echo "You are not logged into any GitHub hosts. Run gh auth login to authenticate." >&2
  exit 1
fi
[ "$1 $2" = "pr create" ] || exit 2
shift 2
[ "$1" = "--repo" ] || exit 2
url="https://$2/pull/7"
if [ -e "${folder}/args" ]; then
  printf 'a pull request for branch "%s" into branch "main" already exists:\\n%s\\n' "$4" "$url" >&2
  exit 1
fi
cat > "${folder}/body"
printf '%s' "$*" > "${folder}/args"
echo "Creating pull request for $4 into main in $2" >&2
echo "$url"
`;

export function stubGh(folder: string, { signedIn }: { signedIn: readonly string[] }) {
  writeFileSync(join(folder, 'gh'), script(folder, signedIn));
  chmodSync(join(folder, 'gh'), 0o755);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    /** The path with it in front. */
    path: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    /** What was made: the words after `pr create`, and the text. */
    created: () => (existsSync(join(folder, 'args')) ? [{ args: read('args'), body: read('body') }] : []),
  };
}
