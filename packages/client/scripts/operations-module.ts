import type { HostedOperations } from './hosted-operations.ts';

/** The text of a module with the operations of each service, by the names of the contract. */
export function operationsModule(hosted: readonly HostedOperations[]): string {
  const services = hosted.map(({ name, operations }) => {
    const members = operations.map(({ operation, isStream }) => `    ${operation}: '${isStream ? 'stream' : 'answer'}',\n`);
    return `  '${name}': {\n${members.join('')}  },\n`;
  });
  return `// Made from proto/ by "npm run generate".

/** The operations of each service, and what each gives. */
export const operations: Readonly<Record<string, Readonly<Record<string, 'answer' | 'stream'>>>> = {
${services.join('')}};
`;
}
