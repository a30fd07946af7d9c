import { guestActor } from '@kushi/shop/actor'
import { limitConcurrency, limitConcurrencyPerKey } from '@kushi/shop/concurrency-limit'
import type { Context } from '@kushi/shop/context'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono, Context as HonoContext } from 'hono'
import type { Deps } from '../deps/deps.ts'
import { crossOriginMiddleware } from '../http/guards/cross-origin.ts'
import type { RequestContext } from '../http/mount-calls.ts'

/** A request is a few hundred bytes. */
const maxRequestBodySize = 64 * 1024

/**
 * `/mcp`: tools for agents that help a person shop (Model Context Protocol over HTTP). Stateless: any process can
 * answer any request. It reads only what the public pages show to a guest.
 */
export function mountMcp(app: Hono, deps: Deps, contextOf: RequestContext): void {
  if (!deps.config.mcp) return
  // An estimate takes dozens of statements: customers must not wait for many of them.
  const inTurn = limitConcurrency({ running: 2, waiting: 50, timeout: 10_000 })
  const ofEach = limitConcurrencyPerKey(8)
  app.use('/mcp', crossOriginMiddleware(deps.config))
  app.post('/mcp', async (c) => {
    refuseStrangers(c, deps)
    const body = await c.req.text()
    if (isBatch(body)) return c.json(noBatch, 400)
    const ctx = asGuest(await contextOf(c))
    // Loaded with the first agent request: most processes never receive one.
    const [{ createMcpHandler }, { makeMcpServer: makeServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./make-server.ts'),
    ])
    const handler = createMcpHandler(() => makeServer(ctx, (work) => ofEach(ctx.ip, () => inTurn(work))), {
      maxRequestBodySize,
      // Our tools never change during a subscription, so no connection is kept open.
      maxSubscriptions: 0,
      keepAliveMs: 0,
      onerror: (error) => ctx.log.info({ reason: error.message.slice(0, 200) }, 'a request of an agent was refused'),
    })
    const { url, method, headers } = c.req.raw
    const answer = await handler.fetch(new Request(url, { method, headers, body }))
    c.header('cache-control', 'no-store')
    return c.newResponse(answer.body, answer)
  })
}

/** The protocol has had no batches since 2025-06-18, but the library would run a hundred messages at once. */
const isBatch = (body: string): boolean => body.trimStart().startsWith('[')
const noBatch = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Invalid Request: one message per request, batches are not taken' },
}

const asGuest = ({ keepSession: _, ...ctx }: Context): Context => ({
  ...ctx,
  customer_id: null,
  actor: guestActor,
  token_hash: null,
  session_key: null,
})

/**
 * DNS rebinding: a foreign page whose host name resolves here sends that name as Host; a page that calls us directly
 * sends its own Origin. The protocol requires checking both.
 */
function refuseStrangers(c: HonoContext, { config }: Pick<Deps, 'config'>): void {
  const own = new URL(config.public_url)
  const hosts = [own.hostname, ...config.shop_hosts.keys()]
  const isOurs = (address: string) => hosts.includes(URL.parse(address)?.hostname ?? '')
  const origin = c.req.header('origin')
  const isHost = isOurs(`http://${c.req.header('host') ?? ''}`)
  const isOrigin = origin === undefined || config.api_origins.includes(origin) || isOurs(origin)
  if (!isHost || !isOrigin) throw new ShopError(403, 'ERROR_FORBIDDEN', 'この場所からは利用できません。')
}
