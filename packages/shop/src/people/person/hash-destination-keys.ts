import type { QueryContext } from '../../context.ts'
import { releaseLimitUse, tryLimit } from '../../foundation/limit/index.ts'
import type { PersonSignContext } from './internal/hashed-signs.ts'
import { destinationText, type PersonAddress } from './rules/signs-of.ts'

type AddressContext = PersonSignContext & Pick<QueryContext, 'db' | 'customer_id' | 'clock' | 'settings' | 'ip'>

/**
 * Returns keyed hashes of a destination, one for each key of the installation; the first one is stored. Different
 * spellings of a destination have the same hash. null: the account or IP address exceeded its limit of destinations,
 * so that nobody can probe who ordered here.
 */
export async function hashDestinationKeys(ctx: AddressContext, to: PersonAddress): Promise<string[] | null> {
  const keys = ctx.secrets.signsOf(`${ctx.shop_id}:address:${destinationText(to)}`)
  const who = { account: String(ctx.customer_id), address: ctx.ip }
  if (!(await tryLimit(ctx, 'destination', who))) return null
  const isNew = await tryLimit(ctx, 'destination_asked', { account: [who.account, who.address, keys[0]].join('\n') })
  if (!isNew) await releaseLimitUse(ctx, 'destination', who)
  return keys
}
