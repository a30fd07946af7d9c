import type { LoginCodePort } from '@kushi/shop/ports/login-code-port'

export interface LineLoginCodeSettings {
  /** `https://api.line.me`, without a trailing slash. */
  base_url: string
  /** `https://access.line.me/oauth2/v2.1/authorize` */
  authorize_url: string
  channel_id: string
  channel_secret: string
}

/**
 * LINE Login v2.1, authorization code flow. `bot_prompt`: LINE shows its own page that asks to add the account as a
 * friend.
 */
export function lineLoginCode({
  base_url,
  authorize_url,
  channel_id,
  channel_secret,
}: LineLoginCodeSettings): LoginCodePort {
  return {
    authorizeUrl: ({ state, redirect_uri }) =>
      `${authorize_url}?${new URLSearchParams({
        response_type: 'code',
        client_id: channel_id,
        redirect_uri,
        state,
        scope: 'profile openid',
        bot_prompt: 'aggressive',
      })}`,
    async exchange(code, redirect_uri) {
      const res = await fetch(`${base_url}/oauth2/v2.1/token`, {
        method: 'POST',
        signal: AbortSignal.timeout(5_000),
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri,
          client_id: channel_id,
          client_secret: channel_secret,
        }),
      })
      if (res.status === 400) return null
      if (!res.ok) throw new Error(`LINE Login: HTTP ${res.status}`)
      return ((await res.json()) as { access_token: string }).access_token
    },
  }
}

/** For an installation without campaigns. */
export const noLineLoginCode: LoginCodePort = {
  authorizeUrl: () => {
    throw new Error('No LINE Login secret is configured')
  },
  exchange: () => Promise.reject(new Error('No LINE Login secret is configured')),
}
