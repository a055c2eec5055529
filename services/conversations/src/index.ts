/** Conversations: what was said, and what each invocation did. */

export { conversationsService } from './service.ts';
