import type { LineLoginPort } from '@kushi/shop/ports/line-login-port'

export interface LineLoginSettings {
  /** `https://api.line.me`, without a trailing slash. */
  base_url: string
  /** LINE Login channel; tokens of other channels are rejected. */
  channel_id: string
}

interface TokenVerification {
  client_id: string
  expires_in: number
}

/**
 * LINE Login v2.1. A token is valid if LINE accepts it, it is of our own channel and has not expired. A token that
 * another app received for the same user is rejected.
 */
export function lineLogin({ base_url, channel_id }: LineLoginSettings): LineLoginPort {
  /** Returns null if LINE refuses (400, 401). Throws for any other failure. */
  async function get<T>(path: string, access_token?: string): Promise<T | null> {
    const res = await fetch(`${base_url}${path}`, {
      signal: AbortSignal.timeout(5_000),
      ...(access_token === undefined ? {} : { headers: { authorization: `Bearer ${access_token}` } }),
    })
    if (res.status === 400 || res.status === 401) return null
    // Without the address, because it may contain a token.
    if (!res.ok) throw new Error(`LINE Login: HTTP ${res.status}`)
    return (await res.json()) as T
  }
  return {
    async profile(access_token) {
      const verified = await get<TokenVerification>(`/oauth2/v2.1/verify?${new URLSearchParams({ access_token })}`)
      if (verified?.client_id !== channel_id || !(verified.expires_in > 0)) return null
      const [profile, friendship] = await Promise.all([
        get<{ userId: string; displayName: string }>('/v2/profile', access_token),
        get<{ friendFlag: boolean }>('/friendship/v1/status', access_token),
      ])
      if (!profile || !friendship) return null
      return { line_user_id: profile.userId, display_name: profile.displayName, is_friend: friendship.friendFlag }
    },
  }
}

/** For an installation without a LINE channel. */
export const noLineLogin: LineLoginPort = {
  profile: () => Promise.reject(new Error('No LINE channel is configured')),
}
