/**
 * Counts what a public page shows. The code is loaded after the page is interactive, and nothing waits for it. If it can't
 * be loaded, nothing is counted.
 */
export const trackLater = (track: (events: typeof import('./ecommerce.ts')) => void) =>
  void import('./ecommerce.ts').then(track, () => {})
