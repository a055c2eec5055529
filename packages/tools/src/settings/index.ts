/** The block `tools:` of a settings file, without what opens the tools. */

export { checkSettings } from './check-settings.ts';
export { settingsSchema } from './settings-schema.ts';
export type {
  McpSettings,
  OpenApiSettings,
  OriginRules,
  ProgramArgument,
  ProgramSettings,
  ToolRules,
  ToolSettings,
} from './tool-settings.ts';
