import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { guestActor } from '@kushi/shop/actor'
import { googleFeed } from '@kushi/shop/catalogue/product/google-feed'
import { BusyError, limitConcurrency } from '@kushi/shop/concurrency-limit'
import type { Hono, Context as HonoContext } from 'hono'
import type { Deps } from '../../deps/deps.ts'
import { NotifiedCache } from '../../deps/notified-cache.ts'
import { matchesEtag } from '../answer.ts'
import { negotiateEncoding } from '../encoding.ts'
import { securityHeaderFields } from '../guards/security-headers.ts'
import type { RequestContext } from '../mount-calls.ts'
import { shopOfHost } from '../shop-of-host.ts'

/** Stored compressed only: twenty thousand products take tens of megabytes uncompressed. */
interface Feed {
  etag: string
  packed: Buffer<ArrayBuffer>
}

const mostKept = 8
const mostBytes = 8 * 1024 * 1024

const headers = {
  ...securityHeaderFields,
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=60',
  vary: 'accept-encoding',
}

/**
 * `/feeds/google.xml`: the product feed for Google Merchant Center of the shop on this host, cached like a page until
 * the catalogue changes.
 */
export function mountProductFeed(app: Hono, deps: Deps, contextOf: RequestContext): void {
  const kept = new NotifiedCache<{ feed: Feed | null }>({
    entries: mostKept,
    size: 10 * mostBytes,
    sizeOf: ({ feed }) => feed?.packed.length ?? 0,
  })
  // Each generation reads the whole catalogue; a waiting request finds the result of the one before.
  const inTurn = limitConcurrency({ running: 1, waiting: 50, timeout: 10_000 })

  app.get('/feeds/google.xml', async (c) => {
    const shopId = shopOfHost(deps.config, c.req.header('host'))
    if ((await deps.closedShops.find(shopId)) !== null) return none(c)
    await deps.scheduledChanges.catchUp()
    try {
      const feed = fresh(shopId) ?? (await inTurn(async () => fresh(shopId) ?? (await make(c, shopId))))
      return feed.feed ? answer(c, feed.feed) : none(c)
    } catch (error) {
      if (!(error instanceof BusyError)) throw error
      return c.text('Busy', 503, { 'retry-after': '60', 'cache-control': 'no-store' })
    }
  })

  // The key names the catalogue's generation, because notifications reach the answers' cache.
  const keyOf = (shopId: number) => `${shopId} ${deps.answers.generation}`
  const fresh = (shopId: number) => kept.peek(keyOf(shopId))

  async function make(c: HonoContext, shopId: number) {
    const key = keyOf(shopId)
    // As a guest sees it, whoever requests it.
    const ctx = { ...(await contextOf(c, shopId)), customer_id: null, actor: guestActor }
    const written = await googleFeed(ctx)
    const made = { feed: written && (await pack(written)) }
    kept.put(key, kept.generation, made)
    return made
  }
}

async function pack(written: AsyncIterable<string>): Promise<Feed> {
  const hash = createHash('sha1')
  const parts: Buffer[] = []
  await pipeline(
    written,
    async function* (source) {
      for await (const part of source) {
        hash.update(part)
        yield part
      }
    },
    createGzip(),
    async (source) => {
      for await (const part of source) parts.push(part)
    },
  )
  // Weak: the feed is the same in every encoding.
  return { etag: `W/"${hash.digest('base64url')}"`, packed: Buffer.concat(parts) }
}

function answer(c: HonoContext, { etag, packed }: Feed): Response {
  const own = { ...headers, etag }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, own)
  const takesGzip = negotiateEncoding(c.req.header('accept-encoding')?.replace(/\bbr\b/g, '')) === 'gzip'
  if (takesGzip)
    return c.body(packed, 200, { ...own, 'content-encoding': 'gzip', 'content-length': String(packed.length) })
  return c.body(Readable.toWeb(Readable.from([packed]).pipe(createGunzip())) as ReadableStream, 200, own)
}

const none = (c: HonoContext) => c.text('Not found', 404, { 'cache-control': 'no-store' })
