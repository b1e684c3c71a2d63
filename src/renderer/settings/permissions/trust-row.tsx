import { useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { TrustDecision } from '../../../shared/trust/folder-trust.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { dayOrAgo } from '../../ui/day-or-ago.ts';
import { SettingRow, useSaving } from '../setting-row.tsx';

/** A folder whose own servers, tools and slash commands are used or not, and the end of that decision. */
export function TrustRow({ decision: { folder, trusted, decidedAt } }: { decision: TrustDecision }) {
  const { companion } = useParley();
  const { problem, save } = useSaving();
  const [now] = useState(() => Date.now());
  const when = dayOrAgo(decidedAt, now);
  const forget = () => companion.client.trust.forget({ folder }).then(() => null, failureText);
  return (
    <SettingRow
      name={visibleText(folder, 'line')}
      about={`${trusted ? 'Trusted' : 'Not trusted'} · ${when.charAt(0).toLowerCase()}${when.slice(1)}`}
      problem={problem}
    >
      <Button
        look="quiet"
        title="You are asked again when a chat on this folder is opened"
        aria-label={visibleText(`Forget ${folder}`, 'line')}
        onClick={() => void save(forget())}
      >
        Forget
      </Button>
    </SettingRow>
  );
}
