/** Memory for tools that run hooks: puts the hook into a tool's settings, and takes it out without a trace. */

export { type HooksStatus, hooksStatus } from './install/hooks-status.ts';
export { type Installed, installHooks } from './install/install.ts';
export { uninstallHooks } from './install/uninstall.ts';
export { pluginFolder } from './plugin.ts';
export { isTool, type Tool, tools } from './tool.ts';
