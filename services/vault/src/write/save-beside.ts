import { conflictPath, type VaultFiles } from '@agent-mem/vault';

/** Puts a person's text into a file of its own beside its path, and answers where. A file that has another text already, such as an earlier one that the person has changed since, stays. */
export async function saveBeside(
  path: string,
  { text, sha256 }: { readonly text: string; readonly sha256: string },
  files: VaultFiles,
): Promise<string> {
  for (let part = 0; part < sha256.length; part += 8) {
    const beside = conflictPath(path, sha256.slice(part));
    const there = await files.read(beside);
    if (there.state === 'text' && there.sha256 === sha256) return beside;
    if (there.state === 'missing' && (await files.write(beside, text, there)) !== null) return beside;
  }
  throw new Error(`${path}: no name is free beside it for the text that was changed by hand`);
}
