import { nearestName } from '@agent-mem/contract';
import { UsedWrongly } from '../refusal.ts';

/**
 * Throws `UsedWrongly` for the first word that names neither a command nor a service, with the name that was probably meant. Commander takes every word that
 * is no command for a service.
 */
export function refuseUnknownWord(words: readonly string[], commands: readonly string[], services: readonly string[]): void {
  const unknown = words.find((word) => !services.includes(word));
  if (unknown === undefined) return;
  // A command that stands behind a service is known, and yet none there.
  if (commands.includes(unknown)) throw new UsedWrongly(`The command "${unknown}" must be the first word`);
  const near = nearestName(unknown, [...commands, ...services]);
  const cure =
    near === null ? `agent-mem --help lists the commands; services are ${services.join(', ')}` : `did you mean ${near}?`;
  throw new UsedWrongly(`There is no command or service "${unknown}"; ${cure}`);
}
