/** The LINE front-end framework (LIFF), as far as the guard needs it. */
export interface LineClient {
  /** A LIFF id is configured, and the framework is there. */
  isConfigured: () => boolean
  load: (liffId: string) => Promise<void>
  isLoggedIn: () => boolean
  /** Leaves the page for LINE's login, which comes back to `path`. */
  login: (path: string) => void
}

/** Stands in until LINE is connected: nothing is configured, so no step acts. */
export const noLine: LineClient = {
  isConfigured: () => false,
  load: async () => {},
  isLoggedIn: () => false,
  login: () => {},
}
