import type { PermissionRule } from '../../../shared/permissions/permission-rule.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { rulesHere } from '../../state/app-projection.ts';
import { closeDialog, openPage } from '../../state/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RuleRow } from './rule-row.tsx';

const none: readonly PermissionRule[] = [];

export function AllowedHereDialog({ workspace }: { workspace: Workspace }) {
  const { view } = useParley();
  const rules = useParleyState(({ app }) => app?.rules ?? none);
  const here = rulesHere(rules, workspace);
  return (
    <Dialog title="Allowed here" size="wide" onClose={() => closeDialog(view, 'allowed-here')}>
      {here.length === 0 ? (
        <p className="text-secondary">No rule applies in this folder: agents ask each time.</p>
      ) : (
        <ul className="rounded-card border border-hairline">
          {here.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex justify-end">
        <Button onClick={() => openPage(view, { name: 'settings', part: 'permissions' })}>All rules</Button>
      </div>
    </Dialog>
  );
}
