import { stockEventList } from '@kushi/contract/admin/stock'
import { nameWithVariant, STOCK_EVENT_NAME, type StockEventKind } from '@kushi/values/product'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { listQuery } from '../../list/load-list.ts'
import { useMay } from '../../me.ts'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatNumber, Time } from '../../ui/time.tsx'
import { StockState } from './stock-state.tsx'

export const loader = async ({ request, params }: LoaderFunctionArgs) => {
  const id = Number(params.id)
  const [stock, events] = await Promise.all([
    api('GET /admin/v1/stock/{id}', { params: { id } }),
    api('GET /admin/v1/stock/{id}/events', { params: { id }, query: listQuery(stockEventList, request) }),
  ])
  return { stock, events }
}
type StockData = Awaited<ReturnType<typeof loader>>

/** 在庫 of one SKU: the stock, 入荷, 訂正, and the history. */
export function Component() {
  const { stock, events } = useLoaderData<typeof loader>()
  const mayWrite = useMay('stock.write')
  const { product_code, product_name, choices, product_id, low_stock, state } = stock
  return (
    <Page title={nameWithVariant(product_name, choices)} parent={{ to: '/stock', name: '在庫' }}>
      <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="numeric text-xl">{formatNumber(stock.stock)}個</span>
        <StockState state={state} />
        <span className="text-muted">商品コード {product_code}</span>
        <Link className="text-link" to={`/products/${product_id}`}>
          商品を開く
        </Link>
      </p>
      {stock.is_set && (
        <p className="mb-4">セットの在庫は、中身の在庫でつくれる数です。入荷や訂正は、中身の商品に記録してください。</p>
      )}
      {stock.set_aside > 0 && (
        <p className="mb-4">
          このほかに、定期便のお客様に約束したプレゼントとして{formatNumber(stock.set_aside)}
          個を取り置いています。お店にある数を数えるときは、あわせて数えてください。
        </p>
      )}
      {mayWrite && !stock.is_set && (
        <div className="grid gap-x-6 md:grid-cols-2 xl:grid-cols-3">
          <Section title="入荷">
            <StockEntryForm kind="receipt" stock={stock} />
          </Section>
          <Section title="訂正" lead="数え間違い、破損、サンプルなど。ご注文による増減は自動で行われます。">
            <StockEntryForm kind="correction" stock={stock} />
          </Section>
          <Section title="残りわずかの目安">
            <LowStock key={low_stock} stock={stock} />
          </Section>
        </div>
      )}
      <Section title="入荷・訂正の履歴">
        <History events={events} />
      </Section>
    </Page>
  )
}

interface StockFormValues {
  quantity: number | null
  reason: string
}

/** One entry. Because of its key, a second click or a retry after a lost response counts once. */
function StockEntryForm({ kind, stock: { id } }: { kind: StockEventKind; stock: StockData['stock'] }) {
  const { Form, TextField, NumberField } = formFor<StockFormValues>()
  const { revalidate } = useRevalidator()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const isReceipt = kind === 'receipt'
  return (
    <Form
      key={key}
      values={{ quantity: null, reason: '' }}
      submit={isReceipt ? '入荷を記録する' : '在庫を訂正する'}
      look={isReceipt ? 'primary' : 'plain'}
      done={isReceipt ? '入荷を記録しました' : '在庫を訂正しました'}
      save={async ({ quantity, reason }) => {
        const body = { quantity: quantity as number, reason, idempotency_key: key }
        const params = { id }
        if (isReceipt) await api('POST /admin/v1/stock/{id}/receipt', { params, body })
        else await api('POST /admin/v1/stock/{id}/correction', { params, body })
        await revalidate()
        setKey(crypto.randomUUID())
      }}
    >
      <NumberField
        name="quantity"
        label={isReceipt ? '届いた数' : '増減'}
        hint={isReceipt ? undefined : '増やすときは 3、減らすときは -3 のように入力します。'}
        unit="個"
        isRequired
      />
      <TextField name="reason" label={isReceipt ? 'メモ' : '理由'} isRequired={!isReceipt} maxLength={200} />
    </Form>
  )
}

function LowStock({ stock: { id, low_stock } }: { stock: StockData['stock'] }) {
  const { Form, NumberField } = formFor<{ low_stock: number | null }>()
  const { revalidate } = useRevalidator()
  return (
    <Form
      values={{ low_stock }}
      submit="目安を保存する"
      look="plain"
      done="目安を保存しました"
      save={async (typed) => {
        const body = { low_stock: typed.low_stock as number }
        await api('PUT /admin/v1/stock/{id}/low-stock', { params: { id }, body })
        await revalidate()
      }}
    >
      <NumberField name="low_stock" label="この数以下で「残りわずか」" unit="個" isRequired />
    </Form>
  )
}

function History({ events: { items, next } }: { events: StockData['events'] }) {
  if (items.length === 0) return <Empty>まだ記録がありません。入荷や訂正をすると、ここに残ります。</Empty>
  return (
    <>
      <table className="w-full text-left">
        <thead className="border-edge border-b text-muted text-xs">
          <tr>
            <th className="py-1 font-normal">日時</th>
            <th className="font-normal">種類</th>
            <th className="pr-3 text-right font-normal">増減</th>
            <th className="pr-3 text-right font-normal">そのあとの在庫</th>
            <th className="hidden font-normal md:table-cell">理由・メモ</th>
            <th className="hidden font-normal md:table-cell">担当者</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, created_at, kind, quantity, stock, reason, actor_name }) => (
            <tr key={id} className="border-line border-b">
              <td className="h-row py-1 pr-3">
                <Time value={created_at} />
              </td>
              <td className="pr-3">{STOCK_EVENT_NAME[kind]}</td>
              <td className="numeric pr-3 text-right">
                {quantity > 0 ? '+' : '−'}
                {formatNumber(Math.abs(quantity))}個
              </td>
              <td className="numeric pr-3 text-right">{formatNumber(stock)}個</td>
              <td className="hidden pr-3 md:table-cell">{reason || '—'}</td>
              <td className="hidden md:table-cell">{actor_name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next !== null && (
        <Link className="text-link mt-3 inline-block" to={`?after=${next}`}>
          もっと前の記録
        </Link>
      )}
    </>
  )
}
