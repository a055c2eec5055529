/** Whether a request asks for health, by its URL: such a request is answered at every port, and however much there is to do. */
export function asksForHealth(url: string): boolean {
  return /^\/health(?:[/?]|$)/.test(url);
}
