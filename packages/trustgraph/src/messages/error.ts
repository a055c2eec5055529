import { text } from '../field.ts';
import { wireMessage } from '../wire-message.ts';

/** TrustGraph's error. On success the member that holds it is `null`: an empty object would be taken for a failure. */
export const wireError = wireMessage('Error', { type: text(), message: text() });
