import { visibleText } from '../../shared/hidden-characters.ts';
import type { BackgroundCount, Workspace } from '../../shared/workspace/workspace.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { setChatLine } from '../state/parley-store.ts';
import { Button } from '../ui/button.tsx';

type BackgroundWorkProps = { workspace: Workspace; background: BackgroundCount };

/** What an external agent goes on with between its turns, and its end. */
export function BackgroundWork({ workspace: { id, agent, turn }, background }: BackgroundWorkProps) {
  const { companion, store } = useParley();
  const stop = () =>
    void companion.client.workspace
      .stopBackground({ workspaceId: id })
      .catch((error: unknown) => setChatLine(store, id, failureText(error)));
  return (
    <p className="flex shrink-0 items-center gap-1 text-second text-secondary">
      <span className="whitespace-nowrap max-[719.98px]:max-w-24 max-[719.98px]:text-small max-[719.98px]:leading-4 max-[719.98px]:text-balance max-[719.98px]:whitespace-normal">
        {backgroundText(background)}
      </span>
      {turn.status !== 'working' && (
        <Button
          look="quiet"
          className="shrink-0"
          title={`Ends ${visibleText(agent.name, 'line')} and all that it runs. Your next message starts it again.`}
          onClick={stop}
        >
          Stop
        </Button>
      )}
    </p>
  );
}

/** Of a command that never says when it is over, what is said is no more than true. */
function backgroundText({ running, unreported }: BackgroundCount): string {
  return unreported > 0 ? `Up to ${running} in the background` : `${running} in the background`;
}
