/**
 * Counts what a public page shows. The code for it comes with the guard's, after the page is interactive; nothing waits
 * for it, and if it can't be loaded, nothing is counted.
 */
export const trackLater = (track: (events: typeof import('./ecommerce.ts')) => void) =>
  void import('./ecommerce.ts').then(track, () => {})
