import { randomBytes } from 'node:crypto'
import { customerRanks, masterdata, operator, shopTerms } from '../../seed/masterdata.ts'
import type { Tx } from '../connect.ts'
import { cart_abandonment_setting } from '../schema/abandonment.ts'
import { client, customer_rank, master_data, shop } from '../schema/shop.ts'

const { email: _, ...company } = operator

/** 椿野 for everybody, and its wholesale counter for salons and shops (卸). */
const shops: (typeof shop.$inferInsert)[] = [
  {
    ...company,
    id: 2,
    shop_name: '椿野',
    email: 'shop@example.com',
    delivery_free_amount: shopTerms[2].delivery_free_amount,
    customer_rank_use_flag: true,
    customer_rank_operation_start_date: '2025-01-01',
  },
  {
    ...company,
    id: 3,
    shop_name: '椿野 卸',
    email: 'wholesale@example.com',
    corporate_flag: true,
    delivery_free_amount: shopTerms[3].delivery_free_amount,
  },
]

export async function seedShops(tx: Tx): Promise<void> {
  await tx.insert(shop).values(shops).onConflictDoNothing()
  const clients = shops.map(({ id }) => ({
    id: `kushi-web-${id}`,
    shop_id: id,
    client_key: randomBytes(32).toString('base64url'),
  }))
  await tx.insert(client).values(clients).onConflictDoNothing()
  await tx.insert(cart_abandonment_setting).values({ shop_id: 2, cart_abandoned_flag: true }).onConflictDoNothing()
  const ranks = customerRanks.map(({ id, rank_name, discount_rate }) => ({
    id,
    shop_id: 2,
    rank_name,
    discount_rate,
    sort_no: id,
  }))
  await tx.insert(customer_rank).values(ranks).onConflictDoNothing()
  const lists: Record<string, { id: number | null; label: string; sort_number?: number }[]> = masterdata
  const items = Object.entries(lists).flatMap(([name, list]) =>
    list.map(({ id, label, sort_number }, n) => ({ name, sort_no: sort_number ?? n + 1, id, label })),
  )
  await tx.insert(master_data).values(items).onConflictDoNothing()
}
