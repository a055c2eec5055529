import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';

const root = '/memories';

/** Checks a path of the memory tool, and answers it without a slash at its end. Throws where it leads out of `/memories`. */
export function memoryPath(path: string): string {
  const own = withoutLastSlashes(path);
  if (own !== root && !own.startsWith(`${root}/`)) throw new Error(`Path must start with ${root}, got: ${path}`);
  const names = own.split('/').slice(2);
  if (names.some((name) => name === '' || name === '.' || name === '..' || /[\\%]/.test(name)))
    throw new Error(`Path ${path} would escape ${root} directory`);
  return own;
}

/** Whether a path is `/memories` itself. */
export function isRoot(path: string): boolean {
  return path === root;
}

/** Whether a path lies below a folder. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
