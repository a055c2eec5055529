import { librarianRequestMessage, librarianResponseMessage } from '../messages/librarian.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';

/** A text to keep. */
export interface LibraryText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** TrustGraph's librarian, where agents keep the texts that their provenance points at. */
export interface LibrarianClient extends AsyncDisposable {
  /** Resolves when it is stored; the same id again replaces it. Throws the service's error in its words. */
  add(text: LibraryText, options?: AskOptions): Promise<void>;
}

/** Opens a client of the librarian on these queues. Its silence is 120 s long by default. */
export async function openLibrarianClient(environment: Environment, queues: Queues): Promise<LibrarianClient> {
  const requester = await Requester.open(environment, queues, {
    service: 'librarian',
    request: librarianRequestMessage,
    response: librarianResponseMessage,
    idleMs: 120_000,
  });
  return {
    async add({ id, title, text }, options) {
      const described = { id, title, kind: 'text/plain', document_type: 'answer' };
      const unused = { time: 0, comments: '', metadata: [], tags: [], parent_id: '' };
      const content = Buffer.from(text).toString('base64');
      const document = { document_id: id, document_metadata: { ...unused, ...described }, content };
      await requester.ask({ operation: 'add-document', ...document }, options);
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}
