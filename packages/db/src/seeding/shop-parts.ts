import { randomBytes } from 'node:crypto'
import type { MasterItem } from '../../seed/reference/masterdata.ts'
import type { Tx } from '../connect.ts'
import { client, master_data } from '../schema/shop.ts'

/** The storefront's own client of a shop, with a key that no other installation has. */
export async function addStorefrontClient(tx: Tx, shop_id: number): Promise<void> {
  const client_key = randomBytes(32).toString('base64url')
  await tx.insert(client).values({ id: `kushi-web-${shop_id}`, shop_id, client_key })
}

/** Adds the entries of the master data lists of a shop. */
export async function addMasterDataLists(tx: Tx, shop_id: number, lists: Record<string, MasterItem[]>): Promise<void> {
  const items = Object.entries(lists).flatMap(([name, list]) =>
    list.map(({ id, label, sort_number, details = [], offers = [] }, n) => ({
      shop_id,
      name,
      sort_no: sort_number ?? n + 1,
      id,
      label,
      details,
      offers,
    })),
  )
  await tx.insert(master_data).values(items)
}
