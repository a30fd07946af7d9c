/** LINE in the browser, as the shop needs it. A screen asks this, and never which framework stands behind it. */
export interface LinePort {
  /** The framework is there; never so in a shop without LINE. */
  isConfigured: () => boolean
  /** Fetches and starts the framework, once. A login that comes back is finished by this. */
  load: (liffId: string) => Promise<void>
  /** Inside LINE's own browser. */
  isInClient: () => boolean
  isLoggedIn: () => boolean
  /** Leaves the page for LINE's login, which comes back to `path`; over when the page is gone, or was come back to. */
  login: (path: string) => Promise<void>
  logout: () => void
  getAccessToken: () => string | null
  /** Whether the user is a friend of the shop's official account. */
  getFriendship: () => Promise<boolean>
  /** Asks for it, where one is inside LINE. @throws when the user says no */
  requestFriendship: () => Promise<void>
  closeWindow: () => void
  /** In this tab LINE's login has not started by itself yet, and there was no logout. */
  mayAsk: () => boolean
  /** From now on LINE's login starts by a press only. */
  askNoMore: () => void
}

/** A shop without LINE. */
export const noLine: LinePort = {
  isConfigured: () => false,
  load: async () => {},
  isInClient: () => false,
  isLoggedIn: () => false,
  login: async () => {},
  logout: () => {},
  getAccessToken: () => null,
  getFriendship: async () => false,
  requestFriendship: async () => {},
  closeWindow: () => {},
  mayAsk: () => false,
  askNoMore: () => {},
}
