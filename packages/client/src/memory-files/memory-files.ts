import type { Memory } from '../memory.ts';
import { listing } from './listing.ts';
import { isBelow, isRoot, memoryPath } from './memory-path.ts';
import { numberedLines } from './shown-text.ts';
import { contentOf, fileOf, fileTag, type StoredFile, storedFiles } from './stored-files.ts';

/** One text that a file has had. */
export interface FileVersion {
  readonly version: number;
  readonly changedAt: string;
  readonly text: string;
}

/**
 * The commands of Anthropic's memory tool (`memory_20250818`) over memory: each file below `/memories` is a fact with its path as its key, so it has versions, is recalled, and
 * lies in the vault. `betaMemoryTool(new MemoryFiles({ client }))` of `@anthropic-ai/sdk` is the tool. A command that cannot be done throws an error that says why to the model.
 */
export class MemoryFiles {
  readonly #client: Pick<Memory, 'facts'>;

  constructor({ client }: { readonly client: Pick<Memory, 'facts'> }) {
    this.#client = client;
  }

  async view({ path, view_range }: { readonly path: string; readonly view_range?: readonly number[] }): Promise<string> {
    const own = memoryPath(path);
    const files = await storedFiles(this.#client);
    const file = files.find((each) => each.path === own);
    if (!file) {
      if (!isRoot(own) && !files.some((each) => isBelow(each.path, own))) throw noPath(path);
      return listing(own, files);
    }
    const lines = file.text.split('\n');
    const [first = 1, last = -1] = view_range ?? [];
    const from = Math.max(1, first);
    const shown = lines.slice(from - 1, last === -1 ? lines.length : last);
    return `Here's the content of ${path} with line numbers:\n${numberedLines(shown, from)}`;
  }

  async create({ path, file_text }: { readonly path: string; readonly file_text: string }): Promise<string> {
    const own = memoryPath(path);
    await this.#refuseTaken(own, `File ${path} already exists`);
    const fact = { content: contentOf(own, file_text), key: own, tags: [fileTag], trust: 'agent', confidence: 1 } as const;
    await this.#client.facts.store(fact);
    return `File created successfully at: ${path}`;
  }

  async str_replace({
    path,
    old_str,
    new_str,
  }: {
    readonly path: string;
    readonly old_str: string;
    readonly new_str: string;
  }): Promise<string> {
    const file = await this.#file(path);
    const lines = file.text.split('\n');
    const matching = lines.flatMap((line, index) => (line.includes(old_str) ? [index + 1] : []));
    const parts = file.text.split(old_str).length - 1;
    if (old_str === '' || parts === 0)
      throw new Error(`No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`);
    if (parts > 1)
      throw new Error(
        `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${matching.join(', ')}. Please ensure it is unique`,
      );
    const at = file.text.indexOf(old_str);
    const text = file.text.replace(old_str, () => new_str);
    await this.#write(file, text);
    const changed = file.text.slice(0, at).split('\n').length;
    const from = Math.max(1, changed - 2);
    const shown = text.split('\n').slice(from - 1, changed + 2);
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${numberedLines(shown, from)}`;
  }

  async insert({
    path,
    insert_line,
    insert_text,
  }: {
    readonly path: string;
    readonly insert_line: number;
    readonly insert_text: string;
  }): Promise<string> {
    const file = await this.#file(path);
    const lines = file.text.split('\n');
    if (insert_line < 0 || insert_line > lines.length)
      throw new Error(
        `Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
      );
    await this.#write(file, lines.toSpliced(insert_line, 0, insert_text.replace(/\n$/, '')).join('\n'));
    return `The file ${path} has been edited.`;
  }

  /** Deletes a file, or a folder with all that lies below it. Each can be undone. */
  async delete({ path }: { readonly path: string }): Promise<string> {
    const own = memoryPath(path);
    if (isRoot(own)) throw new Error('Cannot delete the /memories directory itself');
    const files = await this.#filesAt(own);
    if (files.length === 0) throw new Error(`The path ${path} does not exist`);
    for (const { id } of files) await this.#client.facts.delete({ fact_id: id });
    return `Successfully deleted ${path}`;
  }

  /** Moves a file, or a folder with all that lies below it. The versions go along. */
  async rename({ old_path, new_path }: { readonly old_path: string; readonly new_path: string }): Promise<string> {
    const [own, next] = [memoryPath(old_path), memoryPath(new_path)];
    if (isRoot(own)) throw new Error('Cannot rename the /memories directory itself');
    await this.#refuseTaken(next, `The destination ${new_path} already exists`);
    const files = await this.#filesAt(own);
    if (files.length === 0) throw new Error(`The path ${old_path} does not exist`);
    if (isBelow(next, own)) throw new Error(`The path ${old_path} cannot be moved below itself`);
    for (const { id, path, text, version } of files) {
      const key = `${next}${path.slice(own.length)}`;
      const content = contentOf(key, text);
      await this.#client.facts.update({ fact_id: id, content, clear: ['key'], expected_version: version });
      await this.#client.facts.store({ content, key });
    }
    return `Successfully renamed ${old_path} to ${new_path}`;
  }

  /** The texts that a file has had, also a deleted one, oldest first. */
  async versions(path: string): Promise<readonly FileVersion[]> {
    const { versions } = await this.#client.facts.history({ fact_id: (await this.#lastFile(path)).id });
    const texts = versions.flatMap(({ version, changed_at, fact }) =>
      fact?.status === 'ACTIVE' ? [{ version, changedAt: changed_at, text: fileOf(fact).text }] : [],
    );
    return texts.filter(({ text }, index) => text !== texts[index - 1]?.text);
  }

  /** Brings back a file that was deleted, else the text that it had before its last one. */
  async undo(path: string): Promise<void> {
    const file = await this.#lastFile(path);
    const isThere = (await storedFiles(this.#client)).some(({ id }) => id === file.id);
    const before = (await this.versions(path)).findLast(({ text }) => text !== file.text);
    if (isThere && !before) throw new Error(`The file ${path} has no version before this one`);
    await this.#client.facts.restore({ fact_id: file.id, ...(isThere && before && { version: before.version }) });
  }

  async #file(path: string): Promise<StoredFile> {
    const own = memoryPath(path);
    const files = await this.#filesAt(own);
    const file = files.find((each) => each.path === own);
    if (file) return file;
    throw files.length > 0 || isRoot(own) ? new Error(`The path ${path} is not a file.`) : noPath(path);
  }

  /** The file at a path, else the one that was deleted there last. */
  async #lastFile(path: string): Promise<StoredFile> {
    const own = memoryPath(path);
    const isIt = (file: StoredFile) => file.path === own;
    const file = (await storedFiles(this.#client)).find(isIt) ?? (await storedFiles(this.#client, ['DELETED'])).find(isIt);
    if (file) return file;
    throw noPath(path);
  }

  async #filesAt(own: string): Promise<readonly StoredFile[]> {
    return (await storedFiles(this.#client)).filter(({ path }) => path === own || isBelow(path, own));
  }

  /** A path is one thing: a file, or a folder of files. */
  async #refuseTaken(own: string, message: string): Promise<void> {
    const files = await storedFiles(this.#client);
    if (isRoot(own) || files.some(({ path }) => path === own || isBelow(path, own))) throw new Error(message);
    const above = files.find(({ path }) => isBelow(own, path));
    if (above) throw new Error(`The path ${above.path} is a file, and no folder`);
  }

  async #write({ id, path, version }: StoredFile, text: string): Promise<void> {
    await this.#client.facts.update({ fact_id: id, content: contentOf(path, text), expected_version: version, trust: 'agent' });
  }
}

function noPath(path: string): Error {
  return new Error(`The path ${path} does not exist. Please provide a valid path.`);
}
