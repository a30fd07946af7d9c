import { createHash } from 'node:crypto'
import { shop } from '@kushi/db/schema/shop'
import { guestActor, memberActor, operatorActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import { findActingSession } from '@kushi/shop/people/acting/find-acting'
import { findSession } from '@kushi/shop/people/session/session'
import { ShopError } from '@kushi/shop/shop-error'
import { SESSION_DAYS } from '@kushi/values/limits'
import { DEVICE_COOKIE_DAYS } from '@kushi/values/sign-in'
import { eq } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../deps/deps.ts'
import { browserTokenSource } from './browser-token.ts'
import { clientAddressBehind, type TrustedProxies } from './guards/trusted-proxies.ts'
import type { RequestContext } from './mount-calls.ts'
import { shopOfCall } from './shop-of-host.ts'
import { type PageVisitor, visitorOfCall, visitorSign } from './visitor-cookie.ts'

/** The scheme's name in any case (RFC 9110, 11.1). */
const bearer = /^Bearer ([\w-]{20,100})$/i

/**
 * The caller and the shop of a request. The shop: the path's, `x-shop-id` or the host's. The caller: `x-client-id` and
 * the bearer token.
 */
export function requestContext(deps: Deps): RequestContext {
  const known = knownShops(deps)
  return async (c, shop_id) => {
    const shopId = shop_id ?? shopOfCall(deps.config, c.req.header('x-shop-id'), c.req.header('host'))
    if (shopId === null) throw noSuchShop()
    if (shopId !== deps.config.default_shop_id) await known(shopId)
    const token = bearer.exec(c.req.header('authorization') ?? '')?.[1]
    const tokenHash = token ? createHash('sha256').update(token).digest() : null
    const ctx: Context = {
      ...(await deps.base(shopId)),
      shop_id: shopId,
      client_id: (c.req.header('x-client-id') ?? '').slice(0, 64),
      customer_id: null,
      actor: guestActor,
      token_hash: tokenHash,
      ...sessionCookie(c, shopId, deps.config.public_url),
      ...visitorContext(c, shopId, deps.config.public_url),
      ...deviceCookie(c, shopId, deps.config.public_url),
      ip: clientAddress(c, deps.config.trust_proxy),
      user_agent: (c.req.header('user-agent') ?? '').slice(0, 300),
    }
    const session = tokenHash ? await findSession(ctx.db, ctx.clock, ctx.shop_id, tokenHash) : null
    if (!session) return (tokenHash && (await actingContext(ctx, tokenHash))) || ctx
    const { customer_id } = session
    return { ...ctx, customer_id, actor: memberActor(customer_id) }
  }
}

/** 代理ログイン: the member's context, with the operator as actor; null: no session has this token. */
async function actingContext(ctx: Context, token_hash: Buffer): Promise<Context | null> {
  const found = await findActingSession(ctx.db, ctx.clock, ctx.shop_id, token_hash)
  if (!found) return null
  const { customer_id, acting_session_id, operator } = found
  return { ...ctx, customer_id, actor: operatorActor(operator), acting: { acting_session_id } }
}

/** Rejects unknown shop ids; a known id is looked up once. */
function knownShops(deps: Deps): (id: number) => Promise<void> {
  const known = new Set<number>()
  return async (id) => {
    if (known.has(id)) return
    const [row] = await deps.database.db.select({ id: shop.id }).from(shop).where(eq(shop.id, id))
    if (!row) throw noSuchShop()
    known.add(id)
  }
}

/** Never answers for another shop instead: a client that cannot name its shop must be notified. */
const noSuchShop = () => new ShopError(400, 'ERROR_UNKNOWN_SHOP', 'ショップの指定が正しくありません。')

/** `address`: the visitor's address, in calls made while rendering a page; `visitor`: the browser that the page is for. */
type RequestEnv =
  | { address?: string; visitor?: PageVisitor; incoming?: { socket?: { remoteAddress?: string } } }
  | undefined

/** Of a browser: its sign, and how it gets one. */
function visitorContext(
  c: HonoContext,
  shop_id: number,
  public_url: string,
): Pick<Context, 'visitorSign' | 'makeVisitorSign'> {
  const visitor = (c.env as RequestEnv)?.visitor ?? visitorOfCall(c, shop_id, public_url)
  return visitor
    ? { visitorSign: visitor.sign, makeVisitorSign: visitor.makeSign }
    : { visitorSign: () => visitorSign(c, shop_id) }
}

/** Whether a call was made while rendering a page. The page has already checked whether the visitor may see it. */
export const isRendering = (c: HonoContext): boolean => (c.env as RequestEnv)?.address !== undefined

export function clientAddress(c: HonoContext, trust: TrustedProxies): string {
  const { address, incoming } = (c.env as RequestEnv) ?? {}
  const remote = incoming?.socket?.remoteAddress ?? 'unknown'
  return address ?? clientAddressBehind(trust, c.req.header('x-forwarded-for'), remote)
}

/**
 * The cookies of a browser session. The key is readable only by the server and sent only to one call. Beside it is a
 * mark that scripts can read, so that a page knows whether to call for a new token. The server sets both, because
 * Safari deletes cookies written by scripts after seven days.
 */
function sessionCookie(
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
      const maxAge = session_key === null ? 0 : SESSION_DAYS.longest * 86_400
      setCookie(c, key, session_key ?? '', { ...both, maxAge, httpOnly: true, path: '/v1/common/session' })
      setCookie(c, `member_${shop_id}`, session_key === null ? '' : '1', { ...both, maxAge, path: '/' })
    },
  }
}

/** A token of 256 random bits; anything else counts as no cookie. */
const isDeviceToken = /^[\w-]{43}$/

/**
 * Reads and makes the cookie of a confirmed browser (確認済みの端末): random, and the same for all members who use the
 * browser. Scripts can't read it, so a stolen bearer token alone confirms nothing. `__Host-`: no other host of the
 * domain can plant one that it knows. A page of another origin (`API_ORIGINS`) can't keep it, so none is made there.
 */
function deviceCookie(
  c: HonoContext,
  shop_id: number,
  publicUrl: string,
): Pick<Context, 'deviceToken' | 'makeDeviceToken'> {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}device_${shop_id}`
  const from = c.req.header('sec-fetch-site')
  const sent = getCookie(c, name)
  const known = sent !== undefined && isDeviceToken.test(sent) ? sent : null
  const maxAge = DEVICE_COOKIE_DAYS * 86_400
  const { read: deviceToken, make } = browserTokenSource(() => known, 32)
  if (from === 'cross-site' || from === 'same-site') return { deviceToken }
  return {
    deviceToken,
    makeDeviceToken() {
      const token = make()
      setCookie(c, name, token, { secure, sameSite: 'Lax', httpOnly: true, path: '/', maxAge })
      return token
    },
  }
}
