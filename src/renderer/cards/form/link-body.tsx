import type { ReactNode } from 'react';
import type { FormSubject } from '../../../shared/forms/form.ts';
import { askerOf, linkAddress } from '../../../shared/forms/form-text.ts';
import type { WebAddress } from '../../../shared/mcp-servers/web-address.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFoot } from '../card-frame.tsx';
import { FormMessage } from './fields-body.tsx';
import type { FormBodyProps } from './form-card-kind.ts';
import { FormFoot } from './form-foot.tsx';
import { isOpened } from './form-card-kind.ts';

type Link = Extract<FormSubject, { type: 'link' }>;

type LinkBodyProps = Pick<FormBodyProps, 'part' | 'intents'> & {
  subject: Link;
  busy: boolean;
  failure: ReactNode;
};

/** An address that the person is asked to open, in full; then the wait until it is done. */
export function LinkBody({ part, subject, intents, busy, failure }: LinkBodyProps) {
  const { form } = part;
  const address = linkAddress(subject);
  const asker = <VisibleText text={askerOf(form)} layout="line" />;
  return (
    <div className="rounded-b-[inherit]">
      <div className="flex flex-col gap-3.5 border-t border-hairline px-4 pt-4 pb-4">
        <FormMessage message={form.message} />
        <LinkAddress link={subject} />
        <p role="status" className="text-second wrap-anywhere text-secondary">
          <LinkStatus {...{ subject, asker }} opened={isOpened(part)} />
        </p>
      </div>
      {isOpened(part) ? (
        <CardFoot>
          {failure}
          <Button look="quiet" onClick={() => intents.openAgain(address)}>
            Open again
          </Button>
          <span className="ms-auto">
            <DecidingButton about={`${form.id} opened`} off={busy} onClick={intents.finish}>
              {subject.signIn === true ? 'Stop waiting' : 'Done'}
            </DecidingButton>
          </span>
        </CardFoot>
      ) : (
        <FormFoot
          about={form.id}
          action="Open"
          busy={busy}
          failure={failure}
          onAccept={() => intents.open(address)}
          onDecline={intents.decline}
          onCancel={intents.cancel}
        />
      )}
    </div>
  );
}

type LinkStatusProps = { subject: Link; asker: ReactNode; opened: boolean };

/** Says what happens next; Parley learns by itself when a sign in is done. */
function LinkStatus({ subject, asker, opened }: LinkStatusProps) {
  if (subject.signIn === true)
    return opened ? (
      <>Opened in your browser. This goes on by itself once you have signed in there.</>
    ) : (
      <>It opens in your browser. Once you have signed in there, chats can use {asker} as you.</>
    );
  return opened ? (
    <>Opened in your browser. {asker} goes on once it is done there, or you say so here.</>
  ) : (
    <>It opens in your browser. {asker} is told that you agreed to open it, and nothing else.</>
  );
}

/** The whole address with its host in bold, and that host decoded where its letters are not plain. */
export function LinkAddress({ link: { before, host, after, decodedHost } }: { link: WebAddress }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p
        role="group"
        aria-label="Address"
        dir="ltr"
        className="rounded-control bg-well px-3.5 py-2 font-mono text-code wrap-anywhere text-secondary"
      >
        <VisibleText text={before} layout="line" />
        <strong className="font-semibold text-ink">
          <VisibleText text={host} layout="line" />
        </strong>
        <VisibleText text={after} layout="line" />
      </p>
      {decodedHost === undefined ? null : (
        <p className="text-second wrap-anywhere">
          Its host is written{' '}
          <bdi className="font-mono text-code font-semibold">
            <VisibleText text={decodedHost} layout="line" />
          </bdi>
          , with letters that can pass for others. Look at it twice.
        </p>
      )}
    </div>
  );
}
