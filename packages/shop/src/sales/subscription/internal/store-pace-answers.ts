import type { Tx } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { pace_prior } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { lastingDaysPercent } from '@kushi/values/lasting'
import { and, eq, inArray } from 'drizzle-orm'
import type { Input } from '../../../context.ts'
import type { OrderRow } from '../../order/index.ts'

/** お使い方のお返事, as far as the product still asks it: an option that is gone says nothing, and refuses no order. */
export async function storePaceAnswers(
  tx: Tx,
  { shop_id, created_at }: OrderRow,
  subscription_id: number,
  items: Input<'POST /v1/order/public/new'>['items'],
): Promise<void> {
  const answered = new Map(items.map((one) => [one.product_sku_id, one.lasting_answers ?? []]))
  const ids = [...answered.keys()].filter((id) => answered.get(id)!.some((one) => one !== null))
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: product_sku.id, questions: product.lasting_questions })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(and(eq(product_sku.shop_id, shop_id), inArray(product_sku.id, ids)))
  const priors = rows.flatMap(({ id: product_sku_id, questions }) => {
    const chosen = questions.map(({ options }, n) => {
      const answer = answered.get(product_sku_id)![n] ?? null
      return options.some(({ option }) => option === answer) ? answer : null
    })
    const answers = chosen.filter((one) => one !== null)
    if (answers.length === 0) return []
    const days_percent = Math.max(1, Math.round(lastingDaysPercent(questions, chosen)))
    return [{ shop_id, subscription_id, product_sku_id, answers, days_percent, created_at }]
  })
  if (priors.length > 0) await tx.insert(pace_prior).values(priors)
}
