import type { AppState } from '../../shared/contract/app-state.ts';
import { aboutSettings } from './about-settings.tsx';
import { dataSettings } from './data-settings.tsx';
import { externalAgentSettings } from './agents/external-agent-settings.tsx';
import { appearanceSettings } from './appearance-settings.tsx';
import { developerSettings } from './developer-settings.tsx';
import { desktopSettings } from './desktop-settings.tsx';
import { generalSettings } from './general-settings.tsx';
import { instructionSettings } from './instruction-settings.tsx';
import { keyboardSettings } from './keyboard-settings.tsx';
import { modelSettings } from './models/model-settings.tsx';
import { notificationSettings } from './notification-settings.tsx';
import { permissionSettings } from './permission-settings.tsx';
import { shellSettings } from './shell-settings.tsx';
import { skillSettings } from './tools/skill-settings.tsx';
import { customToolSettings } from './tools/custom-tool-settings.tsx';
import { toolSettings } from './tools/tool-settings.tsx';
import type { Setting } from './setting.ts';

/** Returns every setting, in the order of the page. */
export function allSettings(app: AppState): readonly Setting[] {
  return [
    ...generalSettings,
    ...shellSettings(app),
    ...(app.about.host === 'desktop' ? desktopSettings : []),
    ...appearanceSettings,
    ...modelSettings(app),
    ...externalAgentSettings,
    ...instructionSettings(app),
    ...toolSettings(app),
    ...skillSettings(app),
    ...customToolSettings(app),
    ...permissionSettings(app),
    ...notificationSettings,
    ...dataSettings(app),
    ...keyboardSettings,
    ...developerSettings,
    ...aboutSettings(app),
  ];
}
