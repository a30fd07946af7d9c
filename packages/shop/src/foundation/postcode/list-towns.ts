import type { Context, Handler } from '../../context.ts'
import type { PostcodePort, PostcodeTown } from '../../ports/postcode-port.ts'
import { ShopError } from '../../shop-error.ts'
import { consumeLimit } from '../limit/index.ts'

type CachedTowns = { until: number; towns: Promise<PostcodeTown[]> }

const keptMs = 24 * 60 * 60 * 1000
const maxKept = 1000

/**
 * Cache of towns in this process, kept for one day; the oldest entry is dropped first. Parallel requests for a code
 * share one call.
 */
const keptOf = new WeakMap<PostcodePort, Map<string, CachedTowns>>()

/**
 * 郵便番号 → every town that has it; none if the code does not exist.
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS for too many codes that are not cached, 503 ERROR_POSTCODE_UNAVAILABLE
 * when the service does not respond.
 */
export const listTowns: Handler<'GET /postcodes/{postal_code}'> = async (ctx, { postal_code }) => ({
  items: await loadTowns(ctx, postal_code, () =>
    consumeLimit(ctx, 'postcode', { address: ctx.ip, user_agent: ctx.user_agent }),
  ),
})

/** Finds the towns of a postcode for the shop's own work. `mayAsk` is called before the service is asked. */
export async function loadTowns(
  ctx: Pick<Context, 'ports' | 'clock' | 'log'>,
  postal_code: string,
  mayAsk: () => Promise<unknown> = async () => {},
): Promise<PostcodeTown[]> {
  const port = ctx.ports.postcode
  const now = ctx.clock.now().getTime()
  const kept = keptOf.get(port) ?? new Map<string, CachedTowns>()
  keptOf.set(port, kept)
  let entry = kept.get(postal_code)
  if (!entry || entry.until < now) {
    await mayAsk()
    // Another request may have started this call while the limit was checked.
    entry = kept.get(postal_code)
  }
  if (!entry || entry.until < now) {
    entry = { until: now + keptMs, towns: port.towns(postal_code) }
    kept.delete(postal_code)
    kept.set(postal_code, entry)
    if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  }
  try {
    return await entry.towns
  } catch (error) {
    if (kept.get(postal_code) === entry) kept.delete(postal_code)
    ctx.log.warn({ err: error }, 'postcode service unavailable')
    throw new ShopError(
      503,
      'ERROR_POSTCODE_UNAVAILABLE',
      '郵便番号から住所を調べられませんでした。お手数ですが、住所を直接ご入力ください。',
    )
  }
}
