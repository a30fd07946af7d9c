import { eq } from 'drizzle-orm'
import { customerRanks, operator, searchSynonyms, shopTerms } from '../../../seed/demo/terms.ts'
import { masterdata } from '../../../seed/reference/masterdata.ts'
import type { Tx } from '../../connect.ts'
import { cart_abandonment_setting } from '../../schema/abandonment.ts'
import { customer_rank, shop } from '../../schema/shop.ts'
import { addClient, addLists } from '../shop-parts.ts'

const { email: _, ...company } = operator

/** 椿野, a consumer shop that replaces the empty shop, and its wholesale counter for salons and shops (卸). */
export async function addShops(tx: Tx): Promise<void> {
  const consumer = {
    ...company,
    shop_name: '椿野',
    email: 'shop@example.com',
    search_synonyms: searchSynonyms,
    delivery_free_amount: shopTerms[2].delivery_free_amount,
    customer_rank_use_flag: true,
    customer_rank_operation_start_date: '2025-01-01',
    opened_at: new Date('2025-01-01T00:00:00+09:00'),
  }
  const wholesale = {
    ...company,
    id: 3,
    shop_name: '椿野 卸',
    email: 'wholesale@example.com',
    corporate_flag: true,
    delivery_free_amount: shopTerms[3].delivery_free_amount,
  }
  await tx.update(shop).set(consumer).where(eq(shop.id, 2))
  await tx.insert(shop).overridingSystemValue().values(wholesale)
  await addClient(tx, 3)
  await addLists(tx, 3, masterdata)
  await tx.insert(cart_abandonment_setting).values({ shop_id: 2, cart_abandoned_flag: true })
  const ranks = customerRanks.map(({ id, ...rank }) => ({
    id,
    shop_id: 2,
    ...rank,
    sort_no: id,
  }))
  await tx.insert(customer_rank).overridingSystemValue().values(ranks)
}
