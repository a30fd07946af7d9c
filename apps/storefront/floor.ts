/**
 * The oldest browsers that we serve, LINE's own browser on these systems among them. The build makes the code fit for
 * them; `scripts/check/floor.ts` refuses what they don't have.
 */
export const floor = {
  safari: '16',
  safari_ios: '16',
  chrome: '109',
  chrome_android: '109',
  webview_android: '109',
  firefox: '115',
  firefox_android: '115',
} as const

/** The same, as Vite's targets. */
export const targets = [
  `safari${floor.safari}`,
  `ios${floor.safari_ios}`,
  `chrome${floor.chrome}`,
  `firefox${floor.firefox}`,
]
