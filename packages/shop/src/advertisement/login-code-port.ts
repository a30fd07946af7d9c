/** LINE Login by redirect, for a visitor whom a campaign sends through it. */
export interface LoginCodePort {
  /** Where the browser goes; LINE offers to add the friend there. */
  authorizeUrl(asked: { state: string; redirect_uri: string }): string
  /** The access token for a code that LINE gave out; null when LINE refuses it. @throws when LINE does not answer */
  exchange(code: string, redirect_uri: string): Promise<string | null>
}
