import { type StockListRow, stockList } from '@kushi/contract/admin/stock'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Csv } from '../../list/csv.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { useMay } from '../../me.ts'
import { NoWrap } from '../../ui/no-wrap.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { StockState } from './stock-state.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/stock', { query: listQuery(stockList, request) })

/** 在庫一覧: every SKU with its stock. */
export function Component() {
  return (
    <ListPage<StockListRow>
      title="在庫"
      list={stockList}
      page={useLoaderData<typeof loader>()}
      open={({ id }) => `/stock/${id}`}
      actions={<Csv list={stockList} mayTakeOut mayTakeIn={useMay('stock.write')} />}
      empty="まだ在庫がありません。商品を登録すると、種類ごとにここに並びます。"
      createLink={{ to: '/products', label: '商品の一覧へ' }}
      columns={[
        {
          head: '商品コード',
          sort: 'product_code',
          cell: ({ product_code }) => <NoWrap className="numeric">{product_code}</NoWrap>,
        },
        {
          head: '商品',
          cell: ({ product_name, choices, is_set }) => (
            <>
              <span className="phrases mr-2">{product_name}</span>
              {choices && <span className="inline-block text-muted text-xs">{choices}</span>}
              {is_set && <span className="ml-2 inline-block text-muted text-xs">セット</span>}
            </>
          ),
        },
        { head: '在庫', isNumber: true, cell: ({ stock }) => `${formatNumber(stock)}個` },
        { head: '目安', isNumber: true, isWide: true, cell: ({ low_stock }) => `${formatNumber(low_stock)}個` },
        { head: '状態', cell: ({ state }) => <StockState state={state} /> },
        { head: '販売', isWide: true, cell: ({ is_sold }) => (is_sold ? '販売中' : '販売していません') },
      ]}
    >
      <p className="mb-3 text-xs">
        <Link className="text-link" to="?state=low&state=out&visible=true">
          販売中で、残りわずか・在庫切れのものだけを見る
        </Link>
      </p>
    </ListPage>
  )
}
