/** LINE in the browser, as the shop needs it. Screens use this interface and never LINE's framework itself. */
export interface LinePort {
  /** The framework is loaded; always false in a shop without LINE. */
  isConfigured: () => boolean
  /** Fetches and starts the framework, once. This also completes a login that returns to the shop. */
  load: (liffId: string) => Promise<void>
  /** Whether the page is inside LINE's own browser. */
  isInClient: () => boolean
  isLoggedIn: () => boolean
  /** Leaves the page for LINE's login, which returns to `path`. Resolves if the visitor comes back to this page. */
  login: (path: string) => Promise<void>
  logout: () => void
  getAccessToken: () => string | null
  /** Whether the visitor is a friend of the shop's official account. */
  getFriendship: () => Promise<boolean>
  /** Asks the visitor to become a friend, inside LINE's browser. @throws when the visitor declines */
  requestFriendship: () => Promise<void>
  closeWindow: () => void
  /** LINE's login has not started automatically in this tab yet, and there was no logout. */
  mayAsk: () => boolean
  /** From now on LINE's login starts only by a click. */
  stopAutoLogin: () => void
}
