import { type CustomerRow, customerList } from '@kushi/contract/admin/customer'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../api.ts'
import { Csv } from '../list/csv.tsx'
import type { Options } from '../list/filters.tsx'
import { ListPage } from '../list/list-page.tsx'
import { listQuery } from '../list/load-list.ts'
import { useMay } from '../me.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import { MessageLink } from './bulk/message-link.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, options] = await Promise.all([
    api('GET /admin/v1/customers', { query: listQuery(customerList, request) }),
    customerOptions(),
  ])
  return { page, options }
}

/** What the filters of the list offer. */
export async function customerOptions(): Promise<Options> {
  const [{ ranks }, sources, products] = await Promise.all([
    api('GET /admin/v1/ranks'),
    api('GET /admin/v1/customers/sources'),
    api('GET /admin/v1/products/names'),
  ])
  return {
    customer_rank_id: Object.fromEntries(ranks.map(({ id, rank_name }) => [id, rank_name])),
    where_did_you_know: Object.fromEntries(sources.items.map(({ id, label }) => [id, label])),
    product_id: Object.fromEntries(products.items.map(({ id, product_name }) => [id, product_name])),
  }
}

/** 会員一覧 */
export function Component() {
  const { page, options } = useLoaderData<typeof loader>()
  const mayWrite = useMay('customer.write')
  const maySend = useMay('message.write')
  return (
    <ListPage<CustomerRow>
      title="会員"
      list={customerList}
      page={page}
      open={({ id }) => `/customers/${id}`}
      options={options}
      {...(maySend && { bulk: ({ ids, all }) => <MessageLink list="customers" ids={all ? null : ids} /> })}
      actions={
        <>
          <Csv list={customerList} mayTakeOut={useMay('export.personal')} mayTakeIn={mayWrite} />
          {mayWrite && (
            <ButtonLink to="/customers/new" look="primary">
              会員を登録する
            </ButtonLink>
          )}
        </>
      }
      empty="まだ会員はいません。お店で会員登録があると、ここに並びます。"
      createLink={mayWrite && { to: '/customers/import', label: 'CSVで取り込む' }}
      columns={[
        { head: '会員番号', cell: ({ id }) => <span className="numeric">{id}</span> },
        {
          head: 'お名前',
          cell: ({ name, kana }) => (
            <>
              {name}
              <span className="block text-muted text-xs">{kana}</span>
            </>
          ),
        },
        { head: 'メール', cell: ({ email }) => email || '—' },
        { head: '電話', cell: ({ phone_number }) => <span className="numeric">{phone_number}</span>, isWide: true },
        { head: 'ランク', cell: ({ rank_name }) => rank_name ?? '—', isWide: true },
        {
          head: '定期便・LINE',
          cell: ({ has_line, has_subscription }) =>
            [has_subscription && '定期便', has_line && 'LINE'].filter(Boolean).join('、') || '—',
          isWide: true,
        },
        { head: '登録日時', sort: 'created_at', cell: ({ created_at }) => <Time value={created_at} />, isWide: true },
      ]}
    />
  )
}
