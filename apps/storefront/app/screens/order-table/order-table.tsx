import type { OrderTableRow } from '@kushi/contract/product'
import { itemName, pricePerPiece, variantName } from '@kushi/values/product'
import { compactDigits } from '@kushi/values/text'
import { formatYen } from '@kushi/values/yen'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api, quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { newKey } from '../../state/new-key.ts'
import { applyLatestCart, showCart } from '../../state/server-cart.ts'
import { toast } from '../../state/toast.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/order-table.ts'
import { type Quantities, quantitiesOf, quantityExcessText } from './quantities.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'まとめて注文')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [table, lastQuantities] = await Promise.all([
    settle(quietApi('GET /v1/product/order-table', {}, { signal })),
    quietApi('GET /v1/order/public/list', { query: { per_page: 1 } }, { signal }).catch(() => null),
  ])
  return { table, last: lastQuantities?.items[0] ?? null }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** まとめて注文: quantities of many kinds of goods on one screen, for members who reorder. */
export default function OrderTable({ loaderData: { table, last } }: Route.ComponentProps) {
  return (
    <MemberPage title="まとめて注文" lead="数をご入力のうえ、まとめてカートに入れられます。">
      <Loaded loaded={table}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="ただいまご注文いただける商品はありません" />
          ) : (
            <Table rows={items} last={last && quantitiesOf(last.items, items)} />
          )
        }
      </Loaded>
    </MemberPage>
  )
}

/** `lastQuantities`: the quantities of the last order, of what is still sold; null: there was none. */
function Table({ rows, last }: { rows: readonly OrderTableRow[]; last: Quantities | null }) {
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [isPending, setPending] = useState(false)
  const key = useRef<string | null>(null)
  const navigate = useNavigate()
  const change = (next: Record<number, string>) => {
    key.current = null
    setTyped(next)
  }
  const chosen = rows.flatMap((row) => {
    const quantity = Number(compactDigits(typed[row.id] ?? ''))
    return Number.isSafeInteger(quantity) && quantity > 0 ? [{ row, quantity }] : []
  })
  const problems = chosen.flatMap(({ row, quantity }) => quantityExcessText(row, quantity) ?? [])
  const stockQuery = problems.length === 0 ? chosen.map(({ row, quantity }) => `${row.id}:${quantity}`) : []
  const { data } = useAnswer(
    stockQuery.join() || null,
    (signal) => quietApi('GET /v1/product/sku/list', { query: { product_sku_ids: stockQuery } }, { signal }),
    { delay: 400 },
  )
  const addToCart = async () => {
    if (chosen.length === 0) return toast('数を入力してください', 'info')
    if (problems.length > 0) return toast(problems[0]!, 'error')
    setPending(true)
    key.current ??= newKey()
    try {
      const items = chosen.map(({ row, quantity }) => ({ product_sku_id: row.id, quantity, subscription: 0 as const }))
      const body = { idempotency_key: key.current, items }
      await applyLatestCart(
        () => api('POST /v1/cart/items/sync', { body }),
        ({ items }) => showCart(items),
      )
      await navigate('/cart?tab=normal')
    } catch {
      // The client has shown the error in a toast. The quantities stay.
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid gap-6">
      {last && Object.keys(last).length > 0 && (
        <div>
          <Button look="secondary" onClick={() => change({ ...typed, ...last })}>
            前回と同じ数にする
          </Button>
        </div>
      )}
      <table className="w-full border-collapse max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-left text-xs text-muted">
            <th className="py-2 font-normal">商品</th>
            <th className="py-2 font-normal">商品コード</th>
            <th className="py-2 text-right font-normal">価格(税込)</th>
            <th className="w-28 py-2 text-right font-normal">数</th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              typed={typed[row.id] ?? ''}
              onTyped={(text) => change({ ...typed, [row.id]: text })}
            />
          ))}
        </tbody>
      </table>
      {problems.map((problem) => (
        <Notice key={problem} tone="danger">
          {problem}
        </Notice>
      ))}
      <BottomBar onDesktop="inline">
        <div className="flex items-center gap-4">
          <p aria-live="polite" className="grid shrink-0 leading-tight md:w-56">
            <span className="numeric text-xs text-muted">{chosen.length}種類の商品代金</span>
            <span className="numeric font-medium">
              {stockQuery.length === 0 ? '—' : data ? `${formatYen(data.summary.subtotal)}(税込)` : '計算しています'}
            </span>
          </p>
          <Button wide pending={isPending} onClick={() => void addToCart()}>
            まとめてカートに入れる
          </Button>
        </div>
      </BottomBar>
    </div>
  )
}

interface RowProps {
  row: OrderTableRow
  typed: string
  onTyped: (text: string) => void
}

function Row({ row, typed, onTyped }: RowProps) {
  const { product_id, product_name, product_code, price, is_out_stock, stock_left, sale_limit } = row
  const each = pricePerPiece(row)
  return (
    <tr className="border-b border-line max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-4 max-md:py-3">
      <th scope="row" className="py-3 text-left font-normal max-md:py-0">
        <Link to={`/products/detail/${product_id}`} className="hover:underline">
          {product_name}
        </Link>
        <span className="block text-sm text-muted">{variantName(row)}</span>
      </th>
      <td className="py-3 text-sm text-muted max-md:hidden">{product_code}</td>
      <td className="numeric py-3 text-right max-md:row-start-2 max-md:py-0 max-md:text-left">
        <span className="whitespace-nowrap">{formatYen(price)}</span>
        <span className="ml-1 inline-block text-xs text-muted md:hidden">税込</span>
        <span className="block text-sm text-muted">{each}</span>
      </td>
      <td className="py-3 text-right max-md:row-span-2 max-md:py-0">
        {is_out_stock ? (
          <span className="text-sm text-muted">在庫切れ</span>
        ) : (
          <>
            <input
              inputMode="numeric"
              aria-label={`${itemName(row)}の数`}
              aria-describedby={`limit-${row.id}`}
              className="control numeric w-20 text-right"
              placeholder="0"
              value={typed}
              onChange={({ currentTarget }) => onTyped(currentTarget.value)}
            />
            <span id={`limit-${row.id}`} className="numeric block text-xs text-muted">
              {stock_left === null ? `${sale_limit}まで` : `残り${stock_left}`}
            </span>
          </>
        )}
      </td>
    </tr>
  )
}
