/** The model that the environment names: an OpenAI-compatible server of the caller's. */
export interface NamedModel {
  readonly name: string;
  /** The variables of a fleet that asks it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Reads LLM_URL, LLM_MODEL and their like; `null`: no server is named. */
export function namedModel(): NamedModel | null {
  const named = Object.entries(process.env).filter(([name]) => name.startsWith('LLM_'));
  const environment = Object.fromEntries(named.map(([name, value]) => [name, value ?? '']));
  return environment.LLM_URL ? { name: environment.LLM_MODEL || environment.LLM_URL, environment } : null;
}
