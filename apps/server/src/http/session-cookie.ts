import type { Context } from '@kushi/shop/context'
import { longestSessionDays } from '@kushi/shop/session/lifetime'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/**
 * The cookies of a session in a browser. The key is for the server only and for one call; beside it stands a mark that
 * scripts read, so that a page knows whether asking for the token again is worth a call. Both are the server's: Safari
 * keeps them, while it forgets what scripts wrote after seven days.
 */
export function sessionCookie(
  c: HonoContext,
  shop_id: number,
  publicUrl: string,
): Required<Pick<Context, 'session_key' | 'keepSession'>> {
  const secure = publicUrl.startsWith('https:')
  const key = `${secure ? '__Secure-' : ''}session_${shop_id}`
  const both = { secure, sameSite: 'Strict' as const }
  return {
    session_key: getCookie(c, key) ?? null,
    keepSession(session_key) {
      const maxAge = session_key === null ? 0 : longestSessionDays * 86_400
      setCookie(c, key, session_key ?? '', { ...both, maxAge, httpOnly: true, path: '/v1/common/session' })
      setCookie(c, `member_${shop_id}`, session_key === null ? '' : '1', { ...both, maxAge, path: '/' })
    },
  }
}
