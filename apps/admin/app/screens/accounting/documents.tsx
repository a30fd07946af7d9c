import { type IssuedDocument, issuedDocumentList } from '@kushi/contract/admin/issued-document'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { Refusal } from '../../ui/dialog.tsx'
import { NoWrap } from '../../ui/no-wrap.tsx'
import { formatDay, formatYenCell } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/documents', { query: listQuery(issuedDocumentList, request) })

/** 発行した書類, as they were given out, found by day, amount and party (電子帳簿保存法). */
export function Component() {
  const page = useLoaderData<typeof loader>()
  const { act, refusal } = useAction()
  return (
    <>
      <Refusal>{refusal}</Refusal>
      <ListPage<IssuedDocument>
        title="発行した書類"
        parent={{ to: '/accounting', name: '経理' }}
        list={issuedDocumentList}
        page={page}
        empty="まだ発行した書類がありません。お客様やお店の人が領収書などを開くと、そのときのまま残ります。"
        columns={[
          {
            head: '発行日',
            sort: 'issued_on',
            cell: ({ issued_on }) => <span className="numeric">{formatDay(issued_on)}</span>,
          },
          {
            head: '書類',
            cell: ({ id, title, is_erased }) =>
              is_erased ? (
                <NoWrap>{title}</NoWrap>
              ) : (
                <button
                  type="button"
                  className="whitespace-nowrap text-link"
                  onClick={() => void act(() => download('POST /admin/v1/documents/content', { id }))}
                >
                  {title}
                </button>
              ),
          },
          {
            head: '注文番号',
            cell: ({ order_id, order_no }) => (
              <Link to={`/orders/${order_id}`} className="text-link">
                <NoWrap className="numeric">{order_no}</NoWrap>
              </Link>
            ),
          },
          { head: '宛名', cell: ({ party }) => party },
          { head: '金額', sort: 'amount', isNumber: true, cell: ({ amount }) => formatYenCell(amount) },
          {
            head: 'ハッシュ',
            isWide: true,
            cell: ({ sha256 }) => <span className="numeric text-muted text-xs">{sha256.slice(0, 12)}</span>,
          },
        ]}
      />
    </>
  )
}
