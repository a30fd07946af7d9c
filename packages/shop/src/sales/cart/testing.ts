import { customer } from '@kushi/db/schema/customer'
import { product, product_sku } from '@kushi/db/schema/product'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { testContext } from '../../testing/context.ts'

type Sku = Partial<typeof product_sku.$inferInsert> & {
  shop_id?: number
  sale_type?: number
  product_visible?: boolean
}

/** Adds a SKU with its own product. By default: sold both ways, at most ten per purchase, plenty in stock. */
export async function insertTestSku(
  db: Context['db'],
  id: number,
  { shop_id = 2, sale_type = 3, product_visible = true, ...more }: Sku = {},
) {
  const [like] = await db.select().from(product).where(eq(product.shop_id, shop_id)).limit(1)
  await db
    .insert(product)
    .overridingSystemValue()
    .values({
      ...like!,
      id,
      slug: `test-${id}`,
      product_name: `品${id}`,
      sale_type,
      visible: product_visible,
      lump_sum_payment_flag: false,
      lump_sum_payment_num: null,
    })
  const sku = {
    id,
    shop_id,
    product_id: id,
    product_code: `T${id}`,
    price: 1000,
    tax_rate: 10,
    stock: 100,
    sale_limit: 10,
    sort_no: 1,
  }
  await db
    .insert(product_sku)
    .overridingSystemValue()
    .values({ ...sku, ...more })
  return id
}

export async function memberContextOfEmail(db: Context['db'], email: string) {
  const [row] = await db.select().from(customer).where(eq(customer.email, email))
  return testContext(db, { customer_id: row!.id, shop_id: row!.shop_id })
}
