/**
 * The oldest supported browsers, including LINE's own browser on these systems. The build compiles the code for them;
 * `scripts/check/browser-support.ts` rejects features that they lack.
 */
export const oldestBrowsers = {
  safari: '16',
  safari_ios: '16',
  chrome: '109',
  chrome_android: '109',
  webview_android: '109',
  firefox: '115',
  firefox_android: '115',
} as const

/** The same as targets of Vite. */
export const targets = [
  `safari${oldestBrowsers.safari}`,
  `ios${oldestBrowsers.safari_ios}`,
  `chrome${oldestBrowsers.chrome}`,
  `firefox${oldestBrowsers.firefox}`,
]
