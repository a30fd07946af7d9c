import { type ProductRow, productList, SALE_TYPE_NAME } from '@kushi/contract/admin/product'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { Csv } from '../../list/csv.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { listSelection, listState } from '../../list/list-state.ts'
import { listQuery } from '../../list/load-list.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { DragHandle, useDragOrder } from '../../ui/drag-order.tsx'
import { Icon } from '../../ui/icon.tsx'
import { State } from '../../ui/state.tsx'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'
import { StockState } from '../stock/stock-state.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, categories] = await Promise.all([
    api('GET /admin/v1/products', { query: listQuery(productList, request) }),
    api('GET /admin/v1/categories'),
  ])
  return {
    page,
    category: Object.fromEntries(categories.items.map(({ id, category_name }) => [id, category_name])),
  }
}

/** 商品一覧 */
export function Component() {
  const { page, category } = useLoaderData<typeof loader>()
  const mayWrite = useMay('catalogue.write')
  const { error, change } = useChanges()
  const [params] = useSearchParams()
  const isInOrder = mayWrite && Object.keys(listState(productList, params)).length === 0
  const move = (id: number, body: { direction: 'up' | 'down' } | { onto: number }) =>
    void change(() => api('POST /admin/v1/products/{id}/move', { params: { id }, body }))
  const drag = useDragOrder<number>((id, targetId) => move(id, { onto: targetId }))
  const setVisible = (chosen: ProductSelection, visible: boolean) =>
    api('POST /admin/v1/products/visibility', { body: { chosen, visible } })

  const bulk = ({ ids, all }: { ids: number[]; all: boolean }, clear: () => void) =>
    [true, false].map((visible) => (
      <Button
        key={String(visible)}
        onClick={() => {
          const words = visible ? '公開' : '非公開に'
          const chosen = all ? { filter: listSelection(productList, params) } : { ids }
          void change(async () => {
            const question = [
              all ? `絞り込んだ${formatNumber(page.total)}件の商品をすべて${words}します。` : '',
              visible ? '' : await setWarning(chosen),
            ].join('')
            if (question && !confirm(`${question}よろしいですか?`)) return
            const done = await setVisible(chosen, visible)
            clear()
            const kept = done.kept > 0 ? `(販売する種類がない${done.kept}件は非公開のままです)` : ''
            const setsText = done.in_sets > 0 ? `。うち${done.in_sets}件は、セットでは販売が続きます` : ''
            // No undo for more than 100 products: the call accepts at most 100 ids.
            const undo =
              done.ids.length > 0 && done.ids.length <= 100
                ? () => void change(() => setVisible({ ids: done.ids }, !visible))
                : undefined
            toast(`${done.ids.length}件の商品を${words}しました${kept}${setsText}`, undo)
          })
        }}
      >
        {visible ? '公開する' : '非公開にする'}
      </Button>
    ))

  return (
    <ListPage<ProductRow>
      title="商品"
      list={productList}
      page={page}
      options={{ category }}
      open={({ id }) => `/products/${id}`}
      actions={
        <>
          <ButtonLink look="quiet" to="/products/worries">
            悩み
          </ButtonLink>
          <ButtonLink look="quiet" to="/products/categories">
            カテゴリ
          </ButtonLink>
          <Csv list={productList} mayTakeOut mayTakeIn={mayWrite} />
          {mayWrite && (
            <ButtonLink look="primary" to="/products/new">
              商品を登録する
            </ButtonLink>
          )}
        </>
      }
      {...(mayWrite ? { bulk } : {})}
      {...(isInOrder ? { rowAttributes: ({ id }: ProductRow) => drag.place(id) } : {})}
      empty={
        mayWrite
          ? 'まだ商品がありません。「商品を登録する」から、名前・価格・在庫を入力してください。'
          : 'まだ商品がありません。'
      }
      createLink={mayWrite && { to: '/products/new', label: '商品を登録する' }}
      columns={[
        { head: '商品', sort: 'product_name', cell: (row) => <Name {...row} /> },
        { head: 'カテゴリ', cell: ({ category_name }) => category_name, isWide: true },
        {
          head: '販売種別',
          cell: ({ sale_type }) => SALE_TYPE_NAME[String(sale_type) as keyof typeof SALE_TYPE_NAME],
          isWide: true,
        },
        { head: '価格', isNumber: true, cell: priceRangeText, isWide: true },
        {
          head: '在庫',
          isNumber: true,
          cell: ({ stock, stock_state }) => (
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
              <StockState state={stock_state} isWorst />
              {formatNumber(stock)}個
            </span>
          ),
        },
        { head: '状態', cell: (row) => <VisibilityState {...row} />, isWide: true },
        ...(isInOrder
          ? [
              {
                head: '並び順',
                isWide: true,
                cell: (row: ProductRow) => (
                  <span className="inline-flex">
                    <Move row={row} onMove={(direction) => move(row.id, { direction })} />
                    <DragHandle {...drag.handle(row.id)} />
                  </span>
                ),
              },
            ]
          : []),
      ]}
    >
      <Refusal>{error}</Refusal>
    </ListPage>
  )
}

type ProductSelection = { ids: number[] } | { filter: Record<string, unknown> }

/** The effect of hiding the products on running subscriptions; '' if there is none. */
async function setWarning(chosen: ProductSelection): Promise<string> {
  const { subscriptions } = await api('POST /admin/v1/products/subscriptions', { body: { chosen } })
  if (subscriptions === 0) return ''
  return `続いている定期便${formatNumber(subscriptions)}件に入っている商品です。非公開にすると、次のお届けから手配できなくなり、お客様に商品の変更をお願いすることになります。`
}

/** Runs a change and reloads the list. Shows the error if the server rejects the change. */
function useChanges() {
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const change = async (work: () => Promise<unknown>) => {
    setError(null)
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
    await revalidate()
  }
  return { error, change }
}

function Name(row: ProductRow) {
  const { product_name, picture, visible, obstacles } = row
  return (
    <span className="flex items-center gap-2">
      {picture ? (
        <img
          src={picture}
          alt=""
          width={28}
          height={35}
          loading="lazy"
          className="h-[35px] w-7 shrink-0 object-cover"
        />
      ) : (
        <span className="h-[35px] w-7 shrink-0 bg-sand" />
      )}
      <span>
        {product_name}
        {(!visible || obstacles.length > 0) && (
          <span className="block md:hidden">
            <VisibilityState {...row} />
          </span>
        )}
      </span>
    </span>
  )
}

function priceRangeText({ price_min, price_max }: ProductRow): string {
  if (price_min === null || price_max === null) return '—'
  return price_min === price_max ? formatYenCell(price_min) : `${formatYenCell(price_min)}〜${formatYenCell(price_max)}`
}

function VisibilityState({ visible, obstacles }: ProductRow) {
  if (!visible) return <State>非公開</State>
  if (obstacles.length > 0) return <State tone="stuck">表示されません: {obstacles.join('')}</State>
  return <State tone="good">公開中</State>
}

/** Both buttons always work, also across the end of a page. */
function Move({ row, onMove }: { row: ProductRow; onMove(direction: 'up' | 'down'): void }) {
  return (['up', 'down'] as const).map((direction) => (
    <button
      key={direction}
      type="button"
      className="tap p-1.5"
      aria-label={`${row.product_name}を${direction === 'up' ? '上へ' : '下へ'}`}
      onClick={() => onMove(direction)}
    >
      <Icon name={direction} className="size-3" />
    </button>
  ))
}
