import type { Tx } from '@kushi/db/connect'
import { consent_event, customer, customer_address } from '@kushi/db/schema/customer'
import { importPoints } from '../../../catalogue/point/index.ts'
import type { QueryContext } from '../../../context.ts'
import { loadInitialRank } from '../../../people/customer/index.ts'
import type { MovedMember } from '../rules/read-member.ts'
import type { MovedAddress } from '../rules/read-party.ts'
import { insertRowsAsText, reserveIds } from './write-rows.ts'

/** A member with the hash that a login is checked against. */
export type HashedMember = Omit<MovedMember, 'password'> & { password_hash: string | null }

/** Writes members, each with their own address as the default; sends no mail. Returns their ids, in order. */
export async function insertMovedMembers(
  tx: Tx,
  ctx: QueryContext,
  members: readonly HashedMember[],
): Promise<number[]> {
  const { shop_id } = ctx
  const now = ctx.clock.now()
  const ids = await reserveIds(tx, 'customer', members.length)
  const rank = await loadInitialRank(tx, shop_id)
  const rows = members.map((member, n) => {
    const { party, email, birthday, sex, gmo_id, password_hash, company_name, consented_at, created_at } = member
    const isCompany = company_name !== null
    return {
      ...party,
      ...rank,
      id: ids[n]!,
      shop_id,
      email,
      birthday,
      sex,
      gmo_id,
      password_hash,
      created_at,
      account_type: isCompany,
      company_name,
      approved_at: isCompany ? now : null,
      manager_name: isCompany ? `${party.name01} ${party.name02}` : null,
      mail_magazine_flag: consented_at !== null,
      mail_magazine_consented_at: consented_at,
    }
  })
  await insertRowsAsText(tx, customer, rows)
  await insertRowsAsText(
    tx,
    customer_address,
    members.map(({ party, created_at }, n) => ({
      ...party,
      shop_id,
      customer_id: ids[n]!,
      is_default: true,
      created_at,
    })),
  )
  const consents = rows.flatMap(({ id, email, mail_magazine_consented_at }) =>
    mail_magazine_consented_at === null
      ? []
      : {
          shop_id,
          customer_id: id,
          channel: 'mail' as const,
          is_given: true,
          address: email,
          screen: 'moved_in' as const,
          ...ctx.actor,
          created_at: mail_magazine_consented_at,
        },
  )
  await insertRowsAsText(tx, consent_event, consents)
  for (const [n, { points }] of members.entries())
    if (points > 0) await importPoints(tx, ctx, { customer_id: ids[n]!, points })
  return ids
}

/** Inserts further お届け先 of members. Their own addresses are inserted with the members. */
export async function insertMovedAddresses(
  tx: Tx,
  ctx: QueryContext,
  addresses: readonly (MovedAddress & { customer_id: number })[],
): Promise<number[]> {
  const ids = await reserveIds(tx, 'customer_address', addresses.length)
  const created_at = ctx.clock.now()
  await insertRowsAsText(
    tx,
    customer_address,
    addresses.map(({ party, delivery_notes, customer_id }, n) => ({
      ...party,
      id: ids[n]!,
      shop_id: ctx.shop_id,
      customer_id,
      delivery_notes,
      is_default: false,
      created_at,
    })),
  )
  return ids
}
