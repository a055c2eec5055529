import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the classes of these jars are archived. */
export function archiveOf(jars: string): string {
  return join(jars, 'classes.jsa');
}

/** Options by which a JVM maps the classes of these jars from their archive, where there is one. One of another Java is ignored. */
export function sharedClasses(jars: string): readonly string[] {
  return existsSync(archiveOf(jars)) ? [`-XX:SharedArchiveFile=${archiveOf(jars)}`] : [];
}
