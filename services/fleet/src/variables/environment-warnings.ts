import { editDistance, nearestName } from '@agent-mem/contract';

/** Beginnings of names that no program but ours gives its variables. */
export const ownPrefixes = [
  'CONVERSATION_',
  'DETAILS_',
  'ENABLE_TOOL_',
  'EPISODE_',
  'FACT_',
  'KEYVALUE_',
  'PREVIOUS_EMBEDDINGS_',
  'PRUNE_KEEP_',
  'RECALL_',
  'TRUSTGRAPH_',
  'WORKING_MEMORY_',
] as const;

/** Variables of other programs that look like ours: those of TrustGraph's command line, and a web server's. */
export const othersNames: readonly string[] = [
  'HTTPS_PORT',
  'TRUSTGRAPH_API',
  'TRUSTGRAPH_LANG',
  'TRUSTGRAPH_TOKEN',
  'TRUSTGRAPH_URL',
  'TRUSTGRAPH_WORKSPACE',
];

/** Names that readers of HTTP_PORT and GRPC_PORT expect, and what they mean. No rule finds them: HTTP_ begins names of other programs too. */
const meantNames: Readonly<Record<string, string>> = { HTTP_HOST: 'HOST', GRPC_HOST: 'HOST' };

/**
 * A sentence for each variable that was probably meant for us and is none of ours: one letter from one of them, with a beginning that only ours have, or of `meantNames`.
 * It never tells what a variable holds. One that is set to nothing has no effect, and needs no warning.
 */
export function environmentWarnings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  const silent = new Set([...known, ...othersNames]);
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value === '' || silent.has(name) || isFromElsewhere(name, value)) return [];
    const near = meantNames[name] ?? known.find((each) => isOneLetterFrom(name, each));
    if (near) return [`${name} is not known; did you mean ${near}?`];
    const prefix = ownPrefixes.find((each) => name.startsWith(each));
    return prefix ? [`${name} is not known; ${hint(name, prefix, known)}`] : [];
  });
}

/** OpenTelemetry's own, and what Kubernetes sets for each service of a namespace. */
function isFromElsewhere(name: string, value: string): boolean {
  if (name.startsWith('OTEL_') || /_SERVICE_(HOST|PORT)$|_SERVICE_PORT_|_PORT_/.test(name)) return true;
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);
}

/** Nearly all pairs of names differ in more: that is seen first, as there are many pairs. */
function isOneLetterFrom(name: string, known: string): boolean {
  const [short, long] = name.length < known.length ? [name, known] : [known, name];
  // One letter that is changed, or two that are swapped, leave the rest at both ends as it is.
  return sharedAtEnds(short, long) >= long.length - 2 && editDistance(short, long) === 1;
}

/** How many letters two names begin with alike, and then end with alike. */
function sharedAtEnds(short: string, long: string): number {
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  return begin + end;
}

/** Names with the same beginning are told apart by what follows. */
function hint(name: string, prefix: string, known: readonly string[]): string {
  const siblings = known.filter((each) => each.startsWith(prefix));
  const nearest = nearestName(
    name.slice(prefix.length),
    siblings.map((each) => each.slice(prefix.length)),
  );
  return nearest === null ? `known are ${siblings.join(', ')}` : `did you mean ${prefix}${nearest}?`;
}
