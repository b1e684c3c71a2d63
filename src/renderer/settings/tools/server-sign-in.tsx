import { linkAddress } from '../../../shared/forms/form-text.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ServerInfo } from '../../../shared/mcp-servers/server-info.ts';
import type { WebAddress } from '../../../shared/mcp-servers/web-address.ts';
import { LinkAddress } from '../../cards/form/link-body.tsx';
import { failureText } from '../../connection/connection.ts';
import { openOutside } from '../../host.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useSaving } from '../setting-row.tsx';

type ServerSignInProps = { server: ServerInfo; address: WebAddress };

/** A sign in under way: the address to open, and the way out. */
export function ServerSignIn({ server: { id, name }, address }: ServerSignInProps) {
  const { companion } = useParley();
  const { problem, save } = useSaving();
  const cancel = () => companion.client.servers.cancelSignIn({ id }).then(() => null, failureText);
  return (
    <section
      aria-label={visibleText(`Sign in to ${name}`, 'line')}
      className="flex flex-col gap-2.5 pt-1 pb-3.5"
    >
      <LinkAddress link={address} />
      <p className="text-second text-secondary wrap-anywhere">
        It opens in your browser. Once you have signed in there, chats can use{' '}
        <VisibleText text={name} layout="line" /> as you.
      </p>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={() => void save(cancel())}>
          Cancel
        </Button>
        <DecidingButton about={linkAddress(address)} onClick={() => openOutside(linkAddress(address))}>
          Open
        </DecidingButton>
      </div>
    </section>
  );
}

type SignedInProps = { server: ServerInfo; save: ReturnType<typeof useSaving>['save'] };

/** `save` outlives this component. */
export function SignedIn({ server: { id, name }, save }: SignedInProps) {
  const { companion } = useParley();
  const signOut = () => companion.client.servers.signOut({ id }).then(() => null, failureText);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 text-second text-secondary">You are signed in.</p>
      <Button aria-label={visibleText(`Sign out of ${name}`, 'line')} onClick={() => void save(signOut())}>
        Sign out
      </Button>
    </div>
  );
}
