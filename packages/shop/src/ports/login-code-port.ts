/** LINE Login by redirect, for a visitor who comes from a campaign. */
export interface LoginCodePort {
  /** The URL to which the browser is redirected; LINE offers to add the friend there. */
  authorizeUrl(asked: { state: string; redirect_uri: string }): string
  /**
   * Exchanges the code from LINE for the access token; null when LINE rejects it.
   * @throws when LINE does not respond
   */
  exchange(code: string, redirect_uri: string): Promise<string | null>
}
