import { flowParameters } from '../src/flows/flow-config.ts';

/** The table of what a TrustGraph flow can decide about the agent, as Markdown. */
export function parameterTable(): string {
  const rows = flowParameters.map(({ parameter, variable: { meaning, unit, defaultText } }) => {
    const inFlow = meaning.replace(/^In a TrustGraph flow, (.)/, (_start, letter: string) => letter.toUpperCase());
    return `| \`${parameter}\` | ${inFlow} | ${unit} | ${defaultText} |`;
  });
  return ['| parameter | meaning | unit | default |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
