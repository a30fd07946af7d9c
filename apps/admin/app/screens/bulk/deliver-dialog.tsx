import type { BulkOrderAction } from '@kushi/contract/admin/bulk'
import { orderList } from '@kushi/contract/admin/order'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { listSelection } from '../../list/list-state.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'

const { Form } = formFor<Record<string, never>>()

interface DeliverDialogProps {
  /** The chosen rows; null: every row that matches the filters. */
  ids: number[] | null
  /** Their number, in words. */
  count: string
  onClose(): void
}

/** 注文をまとめてお届け済みにする. First it only checks, and shows the result before anything changes. */
export function DeliverDialog({ ids, count, onClose }: DeliverDialogProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <Dialog isOpen onClose={onClose} title={`注文 ${count} をお届け済みにする`}>
      <Form
        values={{}}
        submit="変わる件数を確かめる"
        save={async () => {
          const filter = listSelection(orderList, params) as BulkOrderAction['filter']
          const body = { kind: 'mark_delivered' as const, filter, ids, notify: false, params: {} }
          const { id } = await api('POST /admin/v1/bulk-jobs/orders', { body })
          onClose()
          await navigate(`/bulk-jobs/${id}`)
        }}
      >
        <p className="mb-4">
          発送済みのお荷物をすべて、届いたことにします。元には戻せません。定期便は次の回へ進みます。まず1件ずつ試して、変わる件数と変えられない理由をお見せします。
        </p>
      </Form>
    </Dialog>
  )
}
