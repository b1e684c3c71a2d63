import { useAgentSettings } from './use-agent-settings.ts';
import { useId, useState } from 'react';
import type { ClientTokensInfo } from '../../shared/contract/app-state.ts';
import { useParleyState } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { SettingTexts } from './setting.ts';
import { SettingRow, useSaving } from './setting-row.tsx';

/** Lasting tokens of clients that speak MCP over HTTP. */
export function TokensRow(texts: SettingTexts) {
  const { makeClientToken, revokeClientTokens } = useAgentSettings();
  const tokens = useParleyState(({ app }) => app?.clientTokens);
  const [made, setMade] = useState<string | null>(null);
  const { problem, setProblem, save } = useSaving();

  async function make(): Promise<void> {
    const result = await makeClientToken();
    setMade(result.ok ? result.token : null);
    setProblem(result.ok ? null : result.problem);
  }

  async function revoke(): Promise<void> {
    if ((await save(revokeClientTokens())) === null) setMade(null);
  }

  if (tokens === undefined) return null;
  return (
    <SettingRow
      {...texts}
      about={`${texts.about} ${countWords(tokens)}`}
      problem={problem}
      below={made !== null && <NewToken token={made} />}
    >
      <div className="flex flex-wrap gap-2">
        {tokens.count > 0 && (
          <Button look="quiet" onClick={() => void revoke()}>
            {tokens.count === 1 ? 'Revoke token' : 'Revoke all tokens'}
          </Button>
        )}
        <Button onClick={() => void make()}>Make token</Button>
      </div>
    </SettingRow>
  );
}

function NewToken({ token }: { token: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 pb-3">
      <label htmlFor={id} className="text-second text-secondary">
        The new token, shown only now
      </label>
      <div className="flex items-center gap-1">
        <TextInput id={id} mono readOnly value={token} />
        <CopyButton text={() => token} label="Copy token" />
      </div>
      <p role="status" className="text-second text-secondary">
        Made. Give it to the client as its bearer token.
      </p>
    </div>
  );
}

function countWords({ count, lastMadeAt }: ClientTokensInfo): string {
  if (lastMadeAt === null) return 'There is none.';
  const day = new Date(lastMadeAt).toLocaleDateString();
  return count === 1 ? `There is one, made on ${day}.` : `There are ${count}, the newest made on ${day}.`;
}
