import { worries } from '../../../seed/demo/worries.ts'
import type { Tx } from '../../connect.ts'
import { product_worry, worry } from '../../schema/worry.ts'

/** 悩み of the consumer shop, with the products for each. */
export async function addWorries(tx: Tx): Promise<void> {
  for (const [n, { products, ...row }] of worries.entries()) {
    const [made] = await tx
      .insert(worry)
      .values({ ...row, shop_id: 2, sort_no: n + 1 })
      .returning({ id: worry.id })
    await tx
      .insert(product_worry)
      .values(products.map((product_id, at) => ({ shop_id: 2, worry_id: made!.id, product_id, sort_no: at + 1 })))
  }
}
