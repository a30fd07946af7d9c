import type { LineLoginPort } from '@kushi/shop/line/line-login-port'

export interface LineLoginSettings {
  /** `https://api.line.me`, without a slash at the end. */
  base_url: string
  /** LINE Login channel; tokens of any other are refused. */
  channel_id: string
}

interface Verified {
  client_id: string
  expires_in: number
}

/**
 * LINE Login v2.1. A token counts when LINE knows it, it is of our own channel and has time left: one that some other
 * app got from the same user is as good as none.
 */
export function lineLogin({ base_url, channel_id }: LineLoginSettings): LineLoginPort {
  /** null: refused. Whatever is neither an answer nor a refusal throws. */
  async function get<T>(path: string, access_token?: string): Promise<T | null> {
    const res = await fetch(`${base_url}${path}`, {
      signal: AbortSignal.timeout(5_000),
      ...(access_token === undefined ? {} : { headers: { authorization: `Bearer ${access_token}` } }),
    })
    if (res.status === 400 || res.status === 401) return null
    // Not the address: a token may stand in it.
    if (!res.ok) throw new Error(`LINE Login: HTTP ${res.status}`)
    return (await res.json()) as T
  }
  return {
    async profile(access_token) {
      const verified = await get<Verified>(`/oauth2/v2.1/verify?${new URLSearchParams({ access_token })}`)
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

/** An installation without a LINE channel. */
export const noLineLogin: LineLoginPort = {
  profile: () => Promise.reject(new Error('No LINE channel is configured')),
}
