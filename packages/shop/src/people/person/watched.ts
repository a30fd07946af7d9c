import { watch_entry } from '@kushi/db/schema/person'
import type { WatchEffect } from '@kushi/values/person'
import { and, eq, isNull } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'
import type { AccountMatch, SamePersonAccounts } from './find-same-person.ts'

type WatchContext = Pick<QueryContext, 'db' | 'shop_id' | 'customer_id' | 'clock' | 'cache'>

/** Effects of the 注意リスト on a buyer. */
export interface WatchedBuyer {
  effects: ReadonlySet<WatchEffect>
  /** Accounts for which the order is held. */
  holds: AccountMatch[]
}

/** A buyer on whom the 注意リスト has no effect. */
export const unwatchedBuyer: WatchedBuyer = { effects: new Set(), holds: [] }

/**
 * Finds the effects of the 注意リスト on the calling member, by entries of any account of the same person. An entry of an
 * account that is only possibly theirs holds the order. A shop without entries costs no query.
 */
export async function findWatchEffects(
  ctx: WatchContext,
  askSamePerson: () => Promise<SamePersonAccounts>,
): Promise<WatchedBuyer> {
  if (ctx.customer_id === null) return unwatchedBuyer
  const today = ctx.clock.today()
  const entries = (await liveEntries(ctx)).filter(({ expires_on }) => expires_on >= today)
  if (entries.length === 0) return unwatchedBuyer
  const { certain, possible } = await askSamePerson()
  const own: AccountMatch[] = [{ customer_id: ctx.customer_id, kinds: [] }, ...certain]
  const of = (accounts: readonly AccountMatch[]) =>
    accounts.flatMap((account) =>
      entries
        .filter(({ customer_id }) => customer_id === account.customer_id)
        .map(({ watch_effect }) => ({ account, watch_effect })),
    )
  const mine = of(own)
  const holds = [...mine.filter(({ watch_effect }) => watch_effect === 'hold'), ...of(possible)]
  return { effects: new Set(mine.map(({ watch_effect }) => watch_effect)), holds: holds.map(({ account }) => account) }
}

function liveEntries({ db, shop_id, cache }: WatchContext) {
  const { customer_id, watch_effect, expires_on } = watch_entry
  const query = async () =>
    await db
      .select({ customer_id, watch_effect, expires_on })
      .from(watch_entry)
      .where(and(eq(watch_entry.shop_id, shop_id), isNull(watch_entry.removed_at)))
  return cache ? cache.get(`watch list of ${shop_id}`, query) : query()
}
