import type { Queryable } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import { refundLimit, tryLimit } from '../../foundation/limit/index.ts'
import type { SignContext } from './internal/hashed-signs.ts'
import { destinationText, type PersonAddress } from './rules/signs-of.ts'

type AddressContext = SignContext & Pick<Context, 'customer_id' | 'clock' | 'settings' | 'ip'> & { db: Queryable }

/**
 * One destination, however it is written, as keyed hashes by each key of the installation (the first one is written).
 * null: this account or device has asked for too many; nobody finds out by it who ordered here.
 */
export async function findAddressKeys(ctx: AddressContext, to: PersonAddress): Promise<string[] | null> {
  const keys = ctx.secrets.signsOf(`${ctx.shop_id}:address:${destinationText(to)}`)
  const who = { account: String(ctx.customer_id), address: ctx.ip }
  if (!(await tryLimit(ctx, 'destination', who))) return null
  const isNew = await tryLimit(ctx, 'destination_asked', { account: [who.account, who.address, keys[0]].join('\n') })
  if (!isNew) await refundLimit(ctx, 'destination', who)
  return keys
}
