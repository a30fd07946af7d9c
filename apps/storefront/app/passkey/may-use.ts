/** In-app browsers, where passkeys do not work: LINE, Instagram, Facebook, X, TikTok, Yahoo! JAPAN and other web views. */
const inApp = / Line\/|Instagram|FBA[NV]\/|FB_IAB|Twitter|musical_ly|BytedanceWebview|MicroMessenger|YJApp|; wv\)/

/** Whether this browser has passkeys. */
export const mayUsePasskeys = (): boolean =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window && !inApp.test(navigator.userAgent)
