import type { Queryable } from '@kushi/db/connect'
import { operator } from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import { seed } from '@kushi/db/schema/system'
import { initialShop as unnamed } from '@kushi/db/seed/reference/shop'
import { eq, ne } from 'drizzle-orm'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { ShopError } from '../../shop-error.ts'

/** Name, company and contact of a shop, entered when a new installation is set up. */
export interface ShopSetupForm {
  shop_name: string
  company_name: string
  company_address: string
  phone_number: string
  email: string
  registration_number: string
}

/** Whether no shop is set up yet: none has a name, and there is no operator. */
export async function hasNoShop(db: Queryable): Promise<boolean> {
  const named = await db.$count(shop, ne(shop.shop_name, unnamed.shop_name))
  return named === 0 && (await db.$count(operator)) === 0
}

/**
 * Gives the empty shop of a new installation its name and its company, once, and marks the database as live.
 * @throws ShopError 409 ERROR_SHOP_OPENED when the shop has a name already, or there is an operator
 */
export async function setUpShop(ctx: AdminContext, words: ShopSetupForm): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(shop).where(eq(shop.id, ctx.shop_id)).for('no key update')
    const [existing] = await tx.select({ id: operator.id }).from(operator).limit(1)
    if (before?.shop_name !== unnamed.shop_name || existing)
      throw new ShopError(409, 'ERROR_SHOP_OPENED', 'このショップはすでに設定されています。')
    await tx.insert(seed).values({ name: 'live' }).onConflictDoNothing()
    await tx.update(shop).set(words).where(eq(shop.id, ctx.shop_id))
    const former = Object.fromEntries(Object.keys(words).map((name) => [name, before[name as keyof ShopSetupForm]]))
    await recordAudit(tx, ctx, {
      subject: 'shop',
      subject_id: ctx.shop_id,
      subject_name: '店舗の設定',
      before: former,
      after: { ...words },
    })
  })
}
