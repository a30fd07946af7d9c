import { contract } from '@kushi/contract/contract'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import type { Deps } from '../deps/deps.ts'
import { toHonoPath } from './call-path.ts'

/** The mount point of a call: the common API, the postcode service, or else the shop's API. */
const mounts = [
  ['/v1/common/', 'common'],
  ['/postcodes/', 'postcode'],
  ['/v1/', 'shop'],
] as const

/**
 * The three bases of the API (section 7). If an environment variable (`API_COMMON_URL`, `API_SHOP_URL`,
 * `API_POSTCODE_URL`) sets another address for one, this server forwards each of its calls there: browsers and pages
 * keep one address and one policy.
 */
export function mountApiProxy(app: Hono, { config, log }: Deps): void {
  for (const key of Object.keys(contract)) {
    const [method, path] = key.split(' ') as [string, string]
    const [prefix, name] = mounts.find(([start]) => path.startsWith(start))!
    const base = config.api_bases[name]
    if (base === null) continue
    app.on(method, toHonoPath(path), async (c) => {
      const { pathname, search } = new URL(c.req.url)
      const target = `${base}/${pathname.slice(prefix.length)}${search}`
      // Without its cookie it is no browser there, which would be given a new sign with each call.
      const headers = { ...c.req.header(), host: undefined, cookie: undefined, 'sec-fetch-site': undefined }
      try {
        return await proxy(target, { raw: c.req.raw, headers, redirect: 'manual', signal: AbortSignal.timeout(15_000) })
      } catch (error) {
        log.error({ err: error, api: name }, 'API elsewhere does not answer')
        throw new ShopError(
          503,
          'ERROR_UNAVAILABLE',
          'ただいまつながりにくくなっています。少し待ってから、もう一度お試しください。',
        )
      }
    })
  }
}
