import { useState } from 'react';
import type { ClientTokensInfo } from '../../shared/contract/app-state.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field, TextInput } from '../ui/text-input.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { DoneLine } from './done-line.tsx';

type Report = { kind: 'made'; token: string } | { kind: 'revoked' } | { kind: 'problem'; text: string };

/** Lasting tokens of clients that speak MCP over HTTP. */
export function ClientTokensEntry({ tokens }: { tokens: ClientTokensInfo }) {
  const { makeClientToken, revokeClientTokens } = useParley();
  const [report, setReport] = useState<Report | null>(null);

  async function make(): Promise<void> {
    const made = await makeClientToken();
    setReport(made.ok ? { kind: 'made', token: made.token } : { kind: 'problem', text: made.problem });
  }

  async function revoke(): Promise<void> {
    const problem = await revokeClientTokens();
    setReport(problem === null ? { kind: 'revoked' } : { kind: 'problem', text: problem });
  }

  return (
    <div className="flex flex-col gap-2">
      <p className="text-second text-secondary">
        Agents that ask over HTTP need a token. It lets them ask and nothing else, and works until it is
        revoked. {countWords(tokens)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void make()}>Make token</Button>
        {tokens.count > 0 && (
          <Button look="quiet" onClick={() => void revoke()}>
            {tokens.count === 1 ? 'Revoke token' : 'Revoke all tokens'}
          </Button>
        )}
      </div>
      {report !== null && <ReportLine report={report} />}
    </div>
  );
}

function ReportLine({ report }: { report: Report }) {
  switch (report.kind) {
    case 'made':
      return (
        <>
          <Field label="The new token, shown only now">
            {(id) => (
              <div className="flex items-center gap-1">
                <TextInput id={id} mono readOnly value={report.token} />
                <CopyButton text={() => report.token} label="Copy token" />
              </div>
            )}
          </Field>
          <DoneLine>Made. Give it to the client as its bearer token.</DoneLine>
        </>
      );
    case 'revoked':
      return <DoneLine>Revoked. Clients that used a token are no longer let in.</DoneLine>;
    case 'problem':
      return <ProblemLine>{report.text}</ProblemLine>;
  }
}

function countWords({ count, lastMadeAt }: ClientTokensInfo): string {
  if (lastMadeAt === null) return 'There is none.';
  const day = new Date(lastMadeAt).toLocaleDateString();
  return count === 1 ? `There is one, made on ${day}.` : `There are ${count}, the newest made on ${day}.`;
}
