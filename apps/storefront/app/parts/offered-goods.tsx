import type { ProductSummary } from '@kushi/contract/product'
import type { ReactNode } from 'react'
import { quietApi } from '../api.ts'
import { useAnswer } from '../state/use-answer.ts'
import { ProductRow } from './product-card.tsx'

const MOST = 4

/** The goods of a list that are offered: the first in the shop's own order that are in stock. */
export const offeredOf = (items: readonly ProductSummary[]) =>
  items.filter(({ is_out_stock }) => !is_out_stock).slice(0, MOST)

/**
 * おすすめの商品 in an empty cart. Asked after the paint: only this device knows that the cart is empty, and its text and
 * links are complete without them.
 */
export default function OfferedGoods({ sale_type }: { sale_type?: '1' | '2' }): ReactNode {
  const { data } = useAnswer(`offered ${sale_type ?? ''}`, (signal) =>
    quietApi('GET /v1/product', { query: sale_type ? { sale_type } : {} }, { signal }),
  )
  return <Offered goods={offeredOf(data?.items ?? [])} />
}

/** The same with goods that were loaded with the screen. */
export function Offered({ goods }: { goods: readonly ProductSummary[] }) {
  if (goods.length === 0) return null
  return (
    <section aria-labelledby="offered" className="grid gap-6 pt-8">
      <h2 id="offered" className="text-xl">
        おすすめの商品
      </h2>
      <ProductRow products={goods} />
    </section>
  )
}
