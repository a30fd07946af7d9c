import { PROMOTION_STATUS_NAME, type PromotionRow } from '@kushi/contract/admin/promotion'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'

export const loader = () => api('GET /admin/v1/promotions')

/** 特典・クーポン, the newest first, each with the sentence of what it does. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const mayWrite = useMay('catalogue.write')
  const add = mayWrite && (
    <ButtonLink look="primary" to="/promotions/new">
      特典を作る
    </ButtonLink>
  )
  return (
    <Page
      title="特典・クーポン"
      lead="割引やクーポンコードです。始まった注文と定期便は、あとで特典を変えたり止めたりしても、約束したとおりに続きます。"
      actions={items.length > 0 && add}
    >
      {items.length === 0 && (
        <Empty action={add}>
          まだ特典がありません。割引・送料無料・よりどりを、クーポンコードまたは自動で付けられます。
        </Empty>
      )}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {items.map((one) => (
          <li key={one.id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={`/promotions/${one.id}`} className="font-medium hover:underline">
                {one.promotion_name}
              </Link>
              <PromotionState promotion={one} />
            </p>
            <p className="mt-1 max-w-[800px] text-muted text-xs">{one.sentence}</p>
          </li>
        ))}
      </ul>
    </Page>
  )
}

export function PromotionState({
  promotion: { status, is_running, starts_at },
}: {
  promotion: Pick<PromotionRow, 'status' | 'is_running' | 'starts_at'>
}) {
  if (status === 'draft') return <State>{PROMOTION_STATUS_NAME.draft}</State>
  if (status === 'stopped') return <State>{PROMOTION_STATUS_NAME.stopped}</State>
  if (is_running) return <State tone="good">実施中</State>
  return Date.parse(starts_at) > Date.now() ? <State tone="attention">これから</State> : <State>終了</State>
}
